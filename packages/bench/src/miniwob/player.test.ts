import { expect, test } from "vitest";
import { createPlayer } from "./player.ts";

const ask = (content: string) => ({ model: "scripted", messages: [{ role: "user", content }] });
const pageOf = (body: string, found = "") =>
	`TASK: x\n\nLAST RESULT:\n${found === "" ? "none" : `found:\n<page nonce=1>\n… 1 found\n${found}\n</page nonce=1>`}\n\nCURRENT PAGE:\n<page nonce=1>\n@page 1\n@url http://127.0.0.1/\n@epoch a\n\n${body}\n</page nonce=1>`;

function play(task: string, sentence: string, prompts: readonly string[]): readonly string[] {
	const player = createPlayer();
	player.begin(task, sentence);
	return prompts.map((prompt) => {
		const reply = player.answer(ask(prompt));
		return reply.kind === "text" ? (/<Action>(.*)<\/Action>/.exec(reply.text)?.[1] ?? reply.text) : reply.kind;
	});
}

test("a task is solved from the text of the page alone, one action a question", () => {
	const list = '<select 1 value="Mayotte" options="Mayotte*|Somalia"></> <button 2>Submit';
	expect(play("choose-list", "Select Somalia from the list and click Submit.", [pageOf(list), pageOf(list), pageOf(list)])).toEqual([
		'select(1, "Somalia")',
		"click(2)",
		"finish()",
	]);
});

test("what a lookup found is read too", () => {
	const field = (value: string) => `<textarea 1 value="${value}"></> <input 2></> <button 3>Submit`;
	const prompts = [
		pageOf(field("Lorem ipsum …")),
		pageOf(field("Lorem ipsum …"), "Lorem ipsum dolor sit."),
		pageOf(field("Lorem ipsum …")),
	];
	expect(play("scroll-text", "Find the last word …", prompts)).toEqual(["expand(1)", 'setValue(2, "sit")', "click(3)"]);
});

test("what the page text does not hold ends the task by its name", () => {
	expect(play("choose-list", "Select Somalia from the list and click Submit.", [pageOf("Nothing here")])[0]).toContain(
		"the page text holds no select number 1",
	);
});

test("asked for a verdict it has no doubts", () => {
	const [judged, completed] = play("choose-list", "x", ["OBSERVATIONS:\n- mutated", "PROPOSED ANSWER: (none)"]);
	expect(JSON.parse(judged ?? "")).toMatchObject({ verdict: "success" });
	expect(JSON.parse(completed ?? "")).toMatchObject({ verdict: "complete" });
});

test("asked whether it means its answer it insists on a value, and passes over what is ticked already", () => {
	const again = (body: string) => `THINK AGAIN:\n${pageOf(body)}`;
	const field = '<input 1 value="wrong"></> <button 2>Submit';
	expect(play("enter-text", 'Enter "Ada" into the text field and press Submit.', [pageOf(field), again(field), pageOf(field)])).toEqual([
		'setValue(1, "Ada")',
		'setValue(1, "Ada")',
		"click(2)",
	]);
	const boxes = '<checkbox 1 "Tea" checked></> <checkbox 2 "Oil"></> <button 3>Submit';
	expect(play("click-checkboxes", "Select Tea, Oil and click Submit.", [pageOf(boxes), again(boxes), pageOf(boxes)])).toEqual([
		"click(1)",
		"click(2)",
		"click(3)",
	]);
});
