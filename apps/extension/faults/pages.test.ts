import { beforeAll, describe, expect, test } from "vitest";
import { buildExtension } from "../e2e/build.ts";
import { act, choose, click, effectsOf, fill, upload, useHardPages } from "../e2e/pages/hard-pages.ts";
import { runAllowing, storyOf } from "../e2e/panel.ts";

beforeAll(() => buildExtension("chrome-mv3"));

const zoo = useHardPages();

describe.concurrent("pages that take their time", () => {
	test("boxes, choices and lists made of plain elements are set", async () => {
		const { effects } = await zoo.play("choices", [
			fill("News by mail", "true"),
			click("By bill"),
			choose("Languages", "Dutch", "Greek"),
			choose("Colour", "Blue"),
			choose("Airport", "Lisbon"),
			fill("Night mode", "true"),
		]);
		expect(await effects()).toEqual(["news true", "pay bill", "languages Dutch+Greek", "colour Blue", "airport Lisbon", "night true"]);
	});

	test("frames in frames, of other origins and in sandboxes, are worked in", async () => {
		const names = ["same", "deep", "sandboxed"];
		const { site } = await zoo.play(
			"frames",
			names.flatMap((name) => [fill(`Field ${name}`, name), click(`Save ${name}`)]),
		);
		const said = await Promise.all(site.frames().map((frame) => frame.evaluate<readonly unknown[]>("effects")));
		expect(said.flat()).toEqual(expect.arrayContaining(["same same", "deep deep", "sandboxed sandboxed"]));
	});

	test("a hundred thousand elements, and the one button at their end", async () => {
		const { effects } = await zoo.play("huge", [act('scroll("bottom")'), click("At the very end")]);
		expect(await effects()).toEqual(["found"]);
	});

	test("a megabyte of text, ten thousand elements in each other, and letters that nobody sees", async () => {
		const { effects } = await zoo.play("weighty", [click("Press me"), click("Innermost")]);
		expect(await effects()).toEqual(["seen", "innermost"]);
	});

	test("a file that the person attached in the panel reaches the page's field", async () => {
		await zoo.seated(async () => {
			const { site, tabId } = await zoo.open("upload");
			const panel = await zoo.openPanel(tabId);
			await panel.locator("input[type=file]").setInputFiles({ name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from("Ada's CV") });
			await panel.getByRole("button", { name: "Remove cv.txt" }).waitFor();
			await panel
				.getByLabel("What should be done on this page?")
				.fill(zoo.script([upload("Your CV", "letter.pdf"), upload("Your CV", "cv.txt")]));
			await panel.getByRole("button", { name: "Start", exact: true }).click();
			// A file leaves the person's hands: that is asked in each mode.
			const run = await runAllowing({ panel, tabId });
			expect(run, storyOf(run)).toMatchObject({ state: "completed" });
			const missing = run.steps.find(({ action }) => action.includes("letter.pdf") && action.startsWith("upload"));
			expect(missing?.result, storyOf(run)).toMatchObject({ code: "FILE_MISSING", message: expect.stringContaining("cv.txt") });
			expect(await effectsOf(site)).toEqual(["cv.txt text/plain Ada's CV"]);
			expect(zoo.prompts().some((prompt) => prompt.includes('@files "cv.txt"'))).toBe(true);
		});
	});
});
