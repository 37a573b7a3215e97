import re

from playwright.sync_api import expect


def upload(page, path):
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(path)


def test_an_uploaded_graph_is_previewed_accepted_and_split(open_page, mirror, screenshots):
    page = open_page("/graphs")
    upload(page, mirror / "files" / "dolphins.gml")
    expect(page.get_by_text("Import report: dolphins")).to_be_visible()
    page.screenshot(path=screenshots / "graphs.png")
    page.get_by_role("button", name="Use this graph").click()
    page.get_by_test_id("stMain").get_by_role("link", name="Frequencies").click()
    expect(page.get_by_text("Low: the 6 slowest waves")).to_be_visible()
    expect(page).to_have_url(re.compile("graph=dolphins"))


def test_a_hostile_file_is_refused_in_a_sentence(open_page, tmp_path):
    path = tmp_path / "bomb.graphml"
    path.write_text('<!DOCTYPE x [<!ENTITY a "aaaa">]><graphml>&a;</graphml>')
    page = open_page("/graphs")
    upload(page, path)
    expect(page.get_by_test_id("stAlert")).to_contain_text("entit")
    expect(page.get_by_role("button", name="Use this graph")).to_have_count(0)


def test_a_link_to_a_graph_of_another_session_falls_back_with_notice(open_page):
    page = open_page("/?graph=dolphins+(own-545473)")
    expect(page.get_by_test_id("stToast").first).to_contain_text("not possible here")
    expect(page.get_by_text("2 lowest keep")).to_be_visible()
