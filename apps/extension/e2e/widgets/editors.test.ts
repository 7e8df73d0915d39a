import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { eachOf } from "@webhand/testing/long";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import { useStage } from "../pages/content-script.ts";

const stage = useStage();
const require = createRequire(import.meta.url);
const code = 'function a() {\n  if (b) {\n    return "x";\n  }\n\n  return 1;\n}';
const letter = "First line\nSecond line\n- third";
const long = Array.from({ length: 120 }, (_, index) => `${" ".repeat(index % 4)}line(${index + 1});`).join("\n");

/** A script in a page: its own end tag must not end it. */
const inline = (script: string) => `<script>${script.replaceAll("</script", "<\\/script")}</script>`;
const libraryOf = (file: string) => inline(readFileSync(file, "utf8"));

let modern = "";
beforeAll(async () => {
	const entry = fileURLToPath(new URL("modern-editors.ts", import.meta.url));
	const built = await build({
		configFile: false,
		logLevel: "error",
		define: { "process.env.NODE_ENV": '"production"' },
		build: { write: false, lib: { entry, formats: ["iife"], name: "Modern" } },
	});
	const [first] = Array.isArray(built) ? built : [built];
	const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
	modern = inline(chunk?.code ?? "");
});

const modernPage = (name: string) => `<div id="box"></div>${modern}<script>var textOf = Modern.editors.${name}(box)</script>`;

eachOf<[name: string, page: () => string, texts: readonly string[]]>([
	["CodeMirror 6", () => modernPage("codemirror"), [code, "one line", long, ""]],
	["ProseMirror", () => modernPage("prosemirror"), [letter, "one line", ""]],
	["Lexical", () => modernPage("lexical"), [letter, "one line", ""]],
	["Slate", () => modernPage("slate"), [letter, "one line", letter, ""]],
	[
		"Quill",
		() =>
			`<div id="box"><p>Old text</p><p>More</p></div>${libraryOf(require.resolve("quill/dist/quill.js"))}<script>var quill = new Quill(box), textOf = () => quill.getText().trimEnd()</script>`,
		[letter, "one line", ""],
	],
	[
		"CodeMirror 5",
		() =>
			`<style>${readFileSync(require.resolve("codemirror5/lib/codemirror.css"), "utf8")}</style>${libraryOf(require.resolve("codemirror5/lib/codemirror.js"))}
			<div id="box"></div><script>var editor = CodeMirror(box, { value: "var old = 1;\\n", indentUnit: 4 }), textOf = () => editor.getValue()</script>`,
		[code, "one line", long, ""],
	],
	[
		"text that the browser edits",
		() =>
			`<div id="box" contenteditable><p>Old</p><p>text</p></div><script>var textOf = () => box.innerText.replaceAll("\\n\\n", "\\n").trim()</script>`,
		[letter, "one line", ""],
	],
])("%s takes a text of several lines instead of its old one, and it is read back", async (_name, page, texts) => {
	const { page: tab, read, act } = await stage.open(page());
	await tab.waitForTimeout(200);
	const [, id = "0"] = /<(?:editable|textarea|input) (\d+)/.exec((await read()).text) ?? [];
	for (const text of texts) {
		const result = await act({ name: "setValue", id: Number(id), text, submit: false });
		expect([await tab.evaluate("textOf()"), result.success, result.actualState?.["value"]]).toEqual([text, true, text]);
	}
});

test("an editor that may only be read keeps its text, and that is told", async () => {
	const { page, read, act } = await stage.open(
		`${libraryOf(require.resolve("codemirror5/lib/codemirror.js"))}<style>${readFileSync(require.resolve("codemirror5/lib/codemirror.css"), "utf8")}</style>
		<div id="box"></div><script>var editor = CodeMirror(box, { value: "kept", readOnly: true })</script>`,
	);
	const [, id = "0"] = /<textarea (\d+)/.exec((await read()).text) ?? [];
	expect(await act({ name: "setValue", id: Number(id), text: "new\ntext", submit: false })).toMatchObject({
		success: false,
		code: "NOT_TAKEN",
	});
	expect(await page.evaluate("editor.getValue()")).toBe("kept");
});

eachOf(["{}", "{ forceFallback: true }", "{ delay: 200 }"])("a list of SortableJS with %s is sorted by a drag", async (options) => {
	const { page, id, act } = await stage.open(
		`<style>li { padding: 6px; width: 200px; cursor: grab }</style><ul id="list"><li>Alpha<li>Beta<li>Gamma</ul>${libraryOf(require.resolve("sortablejs/Sortable.js"))}<script>new Sortable(list, ${options})</script>`,
	);
	expect(await act({ name: "drag", id: await id("Alpha"), to: { kind: "element", id: await id("Gamma") } })).toMatchObject({
		success: true,
	});
	expect(await page.locator("li").allTextContents()).toEqual(["Beta", "Gamma", "Alpha"]);
});
