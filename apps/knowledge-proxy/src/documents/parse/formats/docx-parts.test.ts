import { expect, test } from "vitest";
import { linesOfPart, withAllText } from "./docx-parts.ts";

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

test.for([
	["a property in a field", `<w:fldSimple w:instr="DOCPROPERTY Until">${run("30 June")}</w:fldSimple>`, run("30 June")],
	["a field whose instruction holds a sign", `<w:fldSimple w:instr=' IF 2 > 1 "a" '>${run("a")}</w:fldSimple>`, run("a")],
	["a field in a field", `<w:fldSimple w:instr="A"><w:fldSimple w:instr="B">${run("x")}</w:fldSimple></w:fldSimple>`, run("x")],
	["a field without a result", `<w:fldSimple w:instr="A"/>${run("x")}`, run("x")],
	["text from right to left", `<w:dir w:val="rtl">${run("abc")}</w:dir><w:bdo w:val="rtl">${run("d")}</w:bdo>`, run("abc") + run("d")],
	[
		"a word with its reading",
		`<w:r><w:ruby><w:rt>${run("ruby")}</w:rt><w:rubyBase>${run("base")}</w:rubyBase></w:ruby></w:r>`,
		`<w:r><w:rt>${run("ruby")}</w:rt>${run("base")}</w:r>`,
	],
	[
		"the choice of a form",
		`<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList></w:ffData></w:fldChar></w:r>`,
		`<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList></w:ffData></w:fldChar><w:t xml:space="preserve">Blue</w:t></w:r>`,
	],
	["a tag that only begins like one", "<w:direction/><w:fldSimpler/>", "<w:direction/><w:fldSimpler/>"],
] as const)("%s keeps its text", ([, xml, expected]) => {
	expect(withAllText(xml)).toBe(expected);
});

const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const complex = (instruction: string, result: string) =>
	`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

test.for([
	["paragraphs", paragraph(run("Valid from May")) + paragraph(run("A &amp; B") + run(" Ltd")), ["Valid from May", "A & B Ltd"]],
	["tabs", paragraph(`${run("Left")}<w:r><w:tab/></w:r>${run("Right")}`), ["Left Right"]],
	["the same twice", paragraph(run("Draft")) + paragraph(run("Draft")), ["Draft"]],
	["a page number", paragraph(`${run("Guide ")}<w:fldSimple w:instr=" PAGE ">${run("7")}</w:fldSimple>`), ["Guide"]],
	["a page number in parts", paragraph(complex(" NUMPAGES ", "12")), []],
	["another field in parts", paragraph(complex(" DOCPROPERTY Until ", "30 June")), ["30 June"]],
	["deleted text", paragraph("<w:del><w:r><w:delText>old</w:delText></w:r></w:del>"), []],
	["nothing", "", []],
] as const)("of a header %s are read as lines", ([, xml, lines]) => {
	expect(linesOfPart(`<w:hdr>${xml}</w:hdr>`)).toEqual(lines);
});
