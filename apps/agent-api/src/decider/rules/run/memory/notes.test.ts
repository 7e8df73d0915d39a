import { describe, expect, test } from "vitest";
import { pageOf, play } from "../../cases/play.ts";
import { asSaid, isHidden } from "./notes.ts";

const page = pageOf("<button 1>Load more</> <button 2>Refresh</> <button 3>Delete all");

function told(note: string) {
	let turn = 0;
	return play('Click "Load more" 3 times', page, () => {
		turn += 1;
		return { page, ...(turn === 1 ? { note: `The person said: ${note}` } : {}) };
	});
}

describe("what a person says while a task runs", () => {
	test.each([
		"stop",
		"Stop now",
		"please stop after two clicks",
		"Wait",
		"do not click any more",
		"don't load more",
		"No",
		"Halt!",
		"stopp",
	])("ends it before the next action where it is a no: %s", (note) => {
		const { actions, last } = told(note);
		expect(actions).toEqual(["click(1)", expect.stringContaining("fail")]);
		expect(last.failure).toMatchObject({ category: "refused", message: expect.stringContaining(`You said “${note}”, so I stopped.`) });
	});

	test("ends it where it is not understood: it may have been a no", () => {
		const { actions, last } = told("colourless green ideas sleep furiously");
		expect(actions).toHaveLength(2);
		expect(last.failure).toMatchObject({ category: "not_understood", message: expect.stringContaining("I did not understand") });
	});

	test.each(["Also click Refresh", 'click "Refresh" as well'])("is done after the instruction where it is an order: %s", (note) => {
		expect(told(note).actions).toEqual(["click(1)", "click(1)", "click(1)", "click(2)", "finish()"]);
	});

	test("is carried out as it was said, though its secret is not kept between steps, or not at all", () => {
		const notes = ["The person said: type 4711 into Code"];
		expect(asSaid(["type ••• into Code", "click Save"], notes)).toEqual(["type 4711 into Code", "click Save"]);
		expect(asSaid(["type ••• into Code"], []).map(isHidden)).toEqual([true]);
	});
});
