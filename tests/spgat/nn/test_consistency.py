import pytest
import torch

from spgat.nn.consistency import disagreement, sharpened


@pytest.fixture
def logits() -> torch.Tensor:
    return 3 * torch.randn(4, 10, 5, generator=torch.Generator().manual_seed(0))


def test_sharpening_keeps_the_order_and_gains_the_likely(logits):
    p = torch.softmax(logits[0], dim=1)
    sharp = sharpened(p, 0.5)
    torch.testing.assert_close(sharp.sum(dim=1), torch.ones(10))
    assert torch.equal(sharp.argsort(dim=1), p.argsort(dim=1))
    assert (sharp.amax(dim=1) > p.amax(dim=1)).all()
    torch.testing.assert_close(sharpened(p, 1.0), p)


def test_a_low_temperature_gives_one_class_and_no_nan(logits):
    sharp = sharpened(torch.softmax(logits[0], dim=1), 1e-3)
    torch.testing.assert_close(sharp.amax(dim=1), torch.ones(10), atol=1e-3, rtol=0)


def test_equal_views_of_sure_classes_agree_and_others_do_not(logits):
    equal = logits[:1].expand(3, -1, -1)
    assert disagreement(100 * equal, 0.5).item() == pytest.approx(0, abs=1e-6)
    assert disagreement(equal, 1.0).item() == pytest.approx(0, abs=1e-12)
    assert disagreement(logits, 1.0).item() > 0.01


def test_the_order_of_views_and_nodes_does_not_matter(logits):
    turned = logits.flip(0).flip(1)
    torch.testing.assert_close(disagreement(turned, 0.3), disagreement(logits, 0.3))


def test_the_loss_is_that_of_its_definition(logits):
    views = torch.softmax(logits, dim=2)
    mean = views.mean(dim=0) ** 2
    target = mean / mean.sum(dim=1, keepdim=True)
    by_hand = sum(((view - target) ** 2).sum() / 10 for view in views) / 4
    torch.testing.assert_close(disagreement(logits, 0.5), by_hand)


def test_no_gradient_passes_the_target(logits):
    views = logits.clone().requires_grad_()
    disagreement(views, 0.5).backward()
    fixed = logits.clone().requires_grad_()
    p = torch.softmax(fixed, dim=2)
    target = sharpened(torch.softmax(logits, dim=2).mean(dim=0), 0.5)
    (p - target).square().sum(dim=2).mean().backward()
    torch.testing.assert_close(views.grad, fixed.grad)
