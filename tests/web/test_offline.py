"""Without a network the page opens all the same, says that the service is away, and goes on when it is back."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.browsing import API, opened

KEPT = "async () => (await (await caches.open('adjudicator')).keys()).map(each => each.url)"


def test_the_page_opens_without_the_service(browser: Browser, address: str) -> None:
    """At an address of its own too; answers of the service are not among what is kept."""
    with opened(browser, address, kept=True) as found:
        found.open("/judge")
        expect(found.page.get_by_text("Obi-Wan Kenobi").first).to_be_visible()
        found.page.wait_for_function(f"async () => (await ({KEPT})()).length > 3")
        kept = found.page.evaluate(KEPT)
        assert [] == [each for each in kept if API in each]
        found.page.context.set_offline(True)
        found.open("/judge")
        expect(found.page.get_by_role("status").filter(has_text="does not answer")).to_be_visible()
        found.page.context.set_offline(False)
        found.page.get_by_label("What is said").fill("light: attack vader with luke")
        found.page.get_by_role("button", name="Rule on it").click()
        expect(found.page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()
        assert [] == [each for each in found.complaints if "ERR_INTERNET_DISCONNECTED" not in each]
        found.complaints.clear()
