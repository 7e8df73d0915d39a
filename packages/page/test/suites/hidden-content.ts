import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf } from "./body.ts";

const unseen: readonly (readonly [name: string, html: string])[] = [
	["display: none", '<p style="display:none">CANARY</p>'],
	["the hidden attribute", "<p hidden>CANARY</p>"],
	["hidden until found", "<p hidden=until-found>CANARY</p>"],
	["visibility: hidden", '<p style="visibility:hidden">CANARY</p>'],
	["opacity 0", '<div style="opacity:0"><p>CANARY</p></div>'],
	["a font smaller than a pixel", '<p style="font-size:0.5px">CANARY</p>'],
	["a colour without opacity", '<p style="color:transparent">CANARY</p>'],
	["a fill without opacity", '<p style="-webkit-text-fill-color:transparent">CANARY</p>'],
	["a box shrunk to nothing", '<div style="transform:scale(0)"><p>CANARY <b>CANARY</b></p></div>'],
	["a box seen from its edge", '<p style="transform:rotateY(90deg)">CANARY</p>'],
	["a clip path", '<p style="clip-path:inset(50%)">CANARY</p>'],
	["a clip path of inline text", '<span style="clip-path:inset(50%)">CANARY</span>'],
	["a drawer left of the window", '<div style="position:fixed;left:-300px;width:300px;top:0">CANARY <a href=/x>CANARY</a></div>'],
	["a polygon without extent", '<p style="clip-path:polygon(0 0,0 0,0 0)">CANARY</p>'],
	["a box of one pixel", '<p style="position:absolute;width:1px;height:1px;overflow:hidden">CANARY</p>'],
	["the old clip", '<p style="position:absolute;clip:rect(0,0,0,0)">CANARY</p>'],
	["a closed accordion", '<div style="height:0;overflow:hidden"><p>CANARY</p></div>'],
	[
		"what is placed inside a closed accordion",
		'<div style="height:0;overflow:hidden;position:relative"><p style="position:absolute">CANARY</p></div>',
	],
	[
		"what is fixed inside something of opacity 0",
		'<div style="height:0;overflow:hidden;opacity:0"><p style="position:fixed">CANARY</p></div>',
	],
	...[
		"filter:blur(0px)",
		"will-change:transform",
		"contain:paint",
		"translate:0 1px",
		"perspective:100px",
		"transform:rotate(0deg)",
	].flatMap((holding) =>
		["absolute", "fixed"].map(
			(position) =>
				[
					`what is ${position} inside a closed accordion of ${holding}`,
					`<div style="height:0;overflow:hidden;${holding}"><p style="position:${position};top:0">CANARY</p></div>`,
				] as const,
		),
	),
	[
		"what is placed inside a line of a closed accordion",
		'<div style="height:0;overflow:hidden"><span style="position:relative"><b style="position:absolute">CANARY</b></span></div>',
	],
	[
		"what is fixed to a box inside a closed accordion",
		'<div style="height:0;overflow:hidden;position:relative"><div style="transform:rotate(0deg)"><p style="position:fixed">CANARY</p></div></div>',
	],
	["a place left of the page", '<p style="position:absolute;left:-9999px">CANARY</p>'],
	["a place above the page", '<p style="position:absolute;top:-9999px">CANARY</p>'],
	["content-visibility: hidden", '<div style="content-visibility:hidden"><p>CANARY</p></div>'],
	[
		"a script, a style and a template",
		"<script>//CANARY</script><style>/*CANARY*/</style><template>CANARY</template><noscript>CANARY</noscript>",
	],
	["a comment", "<!-- CANARY -->"],
	["an alt text of an image that is not shown", '<img alt=CANARY style="display:none">'],
	["data attributes, classes and ids", "<p class=CANARY id=CANARY data-x=CANARY>text</p>"],
	["hidden text in an editor", '<div contenteditable>text<p style="opacity:0">CANARY</p><i style="font-size:0">CANARY</i></div>'],
	["a hidden field", "<input type=hidden value=CANARY>"],
];

/** What nobody sees, nobody reads. */
export function hiddenContentTests(browser: TestBrowser): void {
	describe("nobody reads what nobody sees:", () => {
		test.each(unseen)("%s", async (_, html) => {
			expect(await bodyTextOf(browser, `<p>seen</p>${html}`)).not.toContain("CANARY");
		});
	});

	test("a button whose text makes room for its picture keeps its name, and what overflows a flat box is read", async () => {
		const html = `<button style="text-indent:-9999px;width:40px;height:40px">Save</button><a onclick=x() title=Back style="cursor:pointer"><span style="display:block;text-indent:-9999px;overflow:hidden;width:16px;height:16px">Back</span></a><div style="height:0"><p>Over</p></div>`;
		const body = await bodyTextOf(browser, html);
		expect(body).toContain("Save");
		expect(body).toContain("Back");
		expect(body).toContain("Over");
	});

	test("a gradient text, whose colour is transparent, is read all the same", async () => {
		expect(
			await bodyTextOf(browser, '<p style="color:transparent;background:linear-gradient(red,blue);background-clip:text">Shiny</p>'),
		).toBe("Shiny");
	});
}
