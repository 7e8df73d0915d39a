import { expect, test } from "vitest";
import { pageOf } from "../../../../test/turns.ts";
import { alsoHere } from "./here.ts";

const plain = '@view\n<a 1 /x>Home\n<input 2 "Name">\n<select 3 "Size" options="S|M*">\n<checkbox 4 "Gift">\n<button 5>Send';
const linesOf = (body: string, { batch = 0, isSmall = false, head = "" } = {}) => {
	const page = pageOf(body);
	const changed = head === "tabs" ? { tabs: [1, 2].map((id) => ({ id, title: "T", host: "h", isCurrent: id === 1 })) } : {};
	return alsoHere({ page: { ...page, ...changed, ...(head === "files" ? { files: ["cv.pdf"] } : {}) }, batch }, { isSmall }, "tags");
};

test.each([
	["a plain page", plain, {}, /^$/],
	["a slider", `${plain}\n<slider 6 "Volume">`, {}, /^drag\(N, M\).*click\(N, x, y\)/],
	["a list with more choices", `${plain}\n<select 6 "Country" options="A|B|… +24">`, {}, /^options\(N\)/],
	["collapsed lines", `${plain}\n… 12 more like this, expand(57)`, {}, /^expand\(N\)/],
	["a field for a file", `${plain}\n<file 6 "CV">`, {}, /^upload\(N/],
	["a file of the person", plain, { head: "files" }, /^upload\(N/],
	["two tabs", plain, { head: "tabs" }, /^switchTab\(T\)/],
	["a control that shows under the pointer", `${plain}\n<button 6 on-hover>Edit`, {}, /^Controls marked on-hover/],
	["two fields and a client that takes several", plain, { batch: 5 }, /up to 4 other .*<More>/],
	["the same for a small model", plain, { batch: 5, isSmall: true }, /^$/],
	["one field", "@view\n<input 2>", { batch: 5 }, /^$/],
] as const)("what is possible on %s", (_name, body, options, expected) => {
	expect(linesOf(body, options)).toMatch(expected);
});
