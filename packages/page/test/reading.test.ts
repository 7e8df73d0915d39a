import { expect, test } from "vitest";
import { useBrowser } from "./browser/browser.ts";
import { dialogTests } from "./suites/dialogs.ts";
import { goldenTests } from "./suites/goldens.ts";
import { hiddenContentTests } from "./suites/hidden-content.ts";
import { readingTests } from "./suites/readings.ts";
import { viewportZoneTests } from "./suites/viewport-zones.ts";

// One browser for all of them: it costs more than most of the tests.
const browser = useBrowser();

goldenTests(browser);
hiddenContentTests(browser);
viewportZoneTests(browser);
dialogTests(browser);
readingTests(browser);

test("the second form has the same ids, a hundred controls at most and 6,000 characters", async () => {
	const rows = Array.from({ length: 300 }, (_, index) => `<p>Some words of line ${index} <a href=/${index}>Item ${index}</a></p>`).join("");
	const { call } = await browser.open(`<h1>List</h1>${rows}<button>Last</button><input aria-label=Q value=v placeholder=p>`);
	const snapshot = await call("snapshot");
	expect(snapshot.elements).toHaveLength(100);
	expect(snapshot.visibleText.length).toBeLessThanOrEqual(6_000);
	expect(snapshot).toMatchObject({ url: "https://shop.example/list", docEpoch: "testpage", shown: 100, total: 302, timestamp: 1_000 });
	expect(snapshot.elements[0]).toMatchObject({ id: "agent-1", tag: "a", role: "a", text: "Item 0", href: "/0" });
	expect(snapshot.elements[0]?.bbox.width).toBeGreaterThan(10);
});
