"""A lecturer and two students, each in a browser of their own."""

import re

from playwright.sync_api import expect


def sidebar(page):
    return page.get_by_test_id("stSidebar")


def test_answers_of_a_class_arrive_and_are_gone_at_its_end(
    open_page, open_elsewhere, screenshots
):
    lecturer = open_page("/lessons")
    lecturer.get_by_text("Teach a class").click()
    lecturer.get_by_role("button", name="Start a class").click()
    link = lecturer.locator(".st-key-class code").first
    expect(link).to_have_text(re.compile("join=[A-Z2-9]{5}$"))
    students = [open_elsewhere(link.inner_text()) for _ in range(2)]
    for student in students:
        expect(sidebar(student).get_by_text("The lesson begins soon.")).to_be_visible()
        expect(student).not_to_have_url(re.compile("join="))
    lesson = lecturer.get_by_role("combobox", name="The class is at")
    lesson.click()
    lecturer.get_by_role("option", name="The barbell").click()
    expect(lecturer.get_by_text("0 answers from 2 students")).to_be_visible()
    for student, answer in zip(students, ("2", "11"), strict=True):
        sidebar(student).get_by_role("link", name="Go to the lesson").click()
        expect(student.get_by_text("the lowest keeps")).to_be_visible()
        sidebar(student).get_by_text(answer, exact=True).click()
        expect(sidebar(student).get_by_text("Your answer has arrived")).to_be_visible()
        expect(sidebar(student).get_by_text("Two slow eigenvectors")).to_have_count(0)
    expect(lecturer.get_by_text("2 answers from 2 students")).to_be_visible()
    votes = lecturer.get_by_role("img", name="Answers of the class. 1: 0, 2: 1, 3: 0, 11: 1.")
    expect(votes.first).to_be_visible()
    lecturer.get_by_text("Keep everyone on its page").click()
    lecturer.get_by_text("Show results").click()
    for student in students:
        expect(sidebar(student).get_by_text("Two clusters need two slow")).to_be_visible()
    lecturer.screenshot(path=screenshots / "class.png", full_page=True)
    students[0].screenshot(path=screenshots / "class-student.png")
    students[0].get_by_test_id("stTopNavLink").filter(has_text="Paper").click()
    expect(students[0].get_by_text("The class is at this lesson.")).to_be_visible()
    lecturer.get_by_role("button", name="End the class").click()
    expect(students[1].get_by_text("The class has ended.")).to_be_visible()
    expect(lecturer.get_by_role("button", name="Start a class")).to_be_visible()
