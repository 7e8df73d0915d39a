import { expect, test } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { parsePage } from "./parse.ts";

function fingerprintIn(body: string, id = 1): string {
	const view = parsePage(`@page 1\n@epoch e\n\n${body}`);
	const element = view.elements.get(id);
	return element === undefined ? "" : fingerprint(element, view);
}

const pay = fingerprintIn('<form "Pay" post pay.example/charge>\n <button 1 submit>Pay');

test("a fingerprint is 16 hex digits and depends on no state, value, id or place", () => {
	expect(pay).toMatch(/^[0-9a-f]{16}$/);
	expect(fingerprintIn('# Title\n<form "Other name" post pay.example/charge>\n more\n <button 7* submit focused disabled>Pay', 7)).toBe(
		pay,
	);
	expect(fingerprintIn('<input 1 "Name" value="a">')).toBe(fingerprintIn('<input 1 "Name" value="b" invalid>'));
});

test.each([
	["the name", '<form "Pay" post pay.example/charge>\n <button 1 submit>Pay twice'],
	["the type", '<form "Pay" post pay.example/charge>\n <a 1 submit>Pay'],
	["the form's host", '<form "Pay" post evil.example/charge>\n <button 1 submit>Pay'],
	["the form's path", '<form "Pay" post pay.example/transfer>\n <button 1 submit>Pay'],
	["the method", '<form "Pay" pay.example/charge>\n <button 1 submit>Pay'],
	["the form around it", "<button 1 submit>Pay"],
	["a target of its own", '<form "Pay" post pay.example/charge>\n <button 1 submit action="evil.example/x">Pay'],
])("another one comes of %s", (_, body) => {
	expect(fingerprintIn(body)).not.toBe(pay);
});

test("controls in a frame do not belong to a form around it", () => {
	const card = '<frame 9 "Card" pay.example epoch=f>\n  <button 1 submit>Pay';
	expect(fingerprintIn(`<form "Pay" post>\n ${card}`)).toBe(fingerprintIn("<button 1 submit>Pay"));
});

test("a long name counts with its first 80 characters, quoted or as content", () => {
	const long = "word ".repeat(30).trim();
	expect(fingerprintIn(`<a 1>${long}`)).toBe(fingerprintIn(`<a 1 "${long.slice(0, 79)}…">x`));
});
