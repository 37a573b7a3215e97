import io

import networkx as nx
import numpy as np
import pytest
from PIL import Image

from spgat.errors import InputError
from spgat.spectral import images


def _file(pixels, kind="PNG", **options):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture
def pixels():
    return np.random.default_rng(0).random((6, 9))


def test_the_cosine_transform_is_the_graph_fourier_transform_of_the_grid(pixels):
    grid = nx.grid_2d_graph(*pixels.shape)
    laplacian = nx.laplacian_matrix(grid, sorted(grid)).toarray()
    eigenvalues, eigenvectors = np.linalg.eigh(laplacian)
    ours = images.grid_eigenvalues(*pixels.shape)
    assert np.allclose(np.sort(ours, axis=None), eigenvalues)
    # A projector does not depend on the basis: cut where no eigenvalue is repeated.
    gaps = np.flatnonzero(np.diff(eigenvalues) > 1e-9) + 1
    for num_low in (int(gaps[1]), int(gaps[len(gaps) // 2])):
        bands = images.cut_image(pixels, num_low / pixels.size)
        low = eigenvectors[:, :num_low] @ (eigenvectors[:, :num_low].T @ pixels.ravel())
        assert bands.num_low == num_low
        assert bands.cutoff == pytest.approx(eigenvalues[num_low - 1])
        assert np.allclose(bands.low.ravel(), low)


@pytest.mark.parametrize("name", ["china", "flower", "digit"])
def test_low_and_high_part_of_the_bundled_pictures_add_up(name):
    picture = images.load_image(name)
    assert 0 <= picture.min() < picture.max() <= 1
    energies = []
    for fraction in (0.0, 0.01, 0.1, 1.0):
        bands = images.cut_image(picture, fraction)
        assert np.allclose(bands.low + bands.high, picture, atol=1e-15)
        energies.append(bands.low_energy)
    assert energies == sorted(energies)
    assert energies[0] == 0
    assert energies[-1] == pytest.approx(1)
    assert np.allclose(images.cut_image(picture, 1.0).low, picture)
    if name != "digit":
        assert energies[2] > 0.9  # natural pictures are smooth


@pytest.mark.parametrize("shape", [(4, 4), (7, 5, 3), (1, 1)])
@pytest.mark.parametrize("colour", [0.0, 0.3])
def test_a_picture_of_one_colour_has_no_energy_to_share(shape, colour):
    bands = images.cut_image(np.full(shape, colour), 1.0)
    assert bands.low_energy is None
    assert np.allclose(bands.high, 0)


def test_an_upload_is_decoded_upright_and_scaled_to_fit():
    colours = np.zeros((40, 60, 3), dtype=np.uint8)
    colours[:, :30] = (255, 0, 0)
    assert np.allclose(images.decode_image(_file(colours)), colours / 255)
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    assert images.decode_image(_file(colours, "JPEG", exif=exif)).shape == (60, 40, 3)
    wide = images.decode_image(_file(np.zeros((300, 3000, 3), dtype=np.uint8)))
    assert wide.shape == (51, images.MAX_SIDE, 3)


def test_transparent_pixels_are_white_and_grey_ones_get_three_channels():
    clear = np.zeros((4, 5, 4), dtype=np.uint8)
    assert np.all(images.decode_image(_file(clear)) == 1)
    grey = images.decode_image(_file(np.full((4, 5), 51, dtype=np.uint8), "GIF"))
    assert grey.shape == (4, 5, 3)
    assert np.allclose(grey, 0.2)


def test_hostile_files_are_refused_with_a_sentence(monkeypatch):
    """A small file may declare a picture of any size."""
    good = _file(np.zeros((30, 30, 3), dtype=np.uint8))
    for bad in (b"", b"not a picture", good[:60], good[:-30], b"<svg/>", b"%PDF-1.4"):
        with pytest.raises(InputError, match="no picture that can be read"):
            images.decode_image(bad)
    with pytest.raises(InputError, match=r"has 21 MB; upload one of at most 20 MB"):
        images.decode_image(bytes(21_000_000))
    bomb = _file(np.zeros((7000, 7000), dtype=np.uint8))
    assert len(bomb) < 100_000
    with pytest.raises(InputError, match="more than 40 million pixels"):
        images.decode_image(bomb)
    header = bytearray(good)
    header[16:24] = (2**30).to_bytes(4, "big") * 2  # claims 2^60 pixels
    with pytest.raises(InputError, match=r"million pixels|can be read"):
        images.decode_image(bytes(header))


def test_bad_choices_are_named():
    with pytest.raises(InputError, match="no picture 'moon'"):
        images.load_image("moon")
    with pytest.raises(InputError, match=r"frequencies is 1\.5"):
        images.cut_image(np.zeros((2, 2)), 1.5)
