import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf, readCases } from "./body.ts";

const containers = [
	"filter:blur(0px)",
	"will-change:transform",
	"contain:paint",
	"translate:0 1px",
	"perspective:100px",
	"transform:rotate(0deg)",
];
const contained = containers.flatMap((style) =>
	["absolute", "fixed"].map((position) => ({
		name: `${position} content in a closed accordion with ${style}`,
		html: `<div style="height:0;overflow:hidden;${style}"><p style="position:${position};top:0">CANARY</p></div>`,
	})),
);

/** Hidden content is never in a text. */
export function hiddenContentTests(browser: TestBrowser): void {
	describe("a text leaves out", () => {
		test.each([...readCases("hidden-content.txt"), ...contained])("$name", async ({ html }) => {
			expect(await bodyTextOf(browser, `<p>seen</p>${html}`)).not.toContain("CANARY");
		});
	});

	test("a button keeps hidden text as its name, and overflow of a flat box is read", async () => {
		const html = `<button style="text-indent:-9999px;width:40px;height:40px">Save</button><a onclick=x() title=Back style="cursor:pointer"><span style="display:block;text-indent:-9999px;overflow:hidden;width:16px;height:16px">Back</span></a><div style="height:0"><p>Over</p></div>`;
		const body = await bodyTextOf(browser, html);
		expect(body).toContain("Save");
		expect(body).toContain("Back");
		expect(body).toContain("Over");
	});

	test("gradient text is read although its colour is transparent", async () => {
		expect(
			await bodyTextOf(browser, '<p style="color:transparent;background:linear-gradient(red,blue);background-clip:text">Shiny</p>'),
		).toBe("Shiny");
	});

	test.each([
		["dark by its head", "<meta name=color-scheme content=dark>", "#121212", "white"],
		["dark by its style", "<style>:root{color-scheme:dark}</style>", "#121212", "white"],
		["light for who prefers light", "<meta name=color-scheme content=''><meta name=color-scheme content='dark light'>", "white", "black"],
	])("text in the colour of the window is marked on a page that is %s, and other text is not", async (_, head, lost, seen) => {
		const { body } = await browser.open(
			`${head}<p>Plain</p><p style="color:${lost}">Lost</p><p style="color:${lost};color-scheme:dark">Lost too</p><p style="color:${seen}">Seen</p>`,
		);
		expect(await body()).toBe("@view\nPlain\n[unseen: Lost]\n[unseen: Lost too]\nSeen");
	});
}
