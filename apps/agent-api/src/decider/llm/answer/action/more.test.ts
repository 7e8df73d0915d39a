import { formatAction } from "@webhand/contracts/action/format";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../read.ts";

const first = 'setValue(1, "Ada")';
const second = 'setValue(2, "Lovelace")';
const third = 'select(3, "London")';

const moreOf = (text: string, calls: Parameters<typeof readAnswer>[1] = []) => {
	const read = readAnswer(text, calls);
	return read.ok ? [formatAction(read.answer.action), ...(read.answer.more ?? []).map(formatAction)] : [read.problem];
};
const tagged = (more: string, action = first) => `<Thought>I fill it in.</Thought><Action>${action}</Action>\n<More>${more}</More>`;
const fill = (id: number, text: string) => ({ name: "setValue", arguments: { id, text } });

describe("fills behind the first action are read", () => {
	test.each([
		["from lines of their own tag", tagged(`${second}\n${third}`)],
		["from a list with bullets, aliases and missing quotes", tagged(`- type(2, Lovelace)\n2. select(agent-3, 'London')`)],
		["from a tag that is never closed", `<Action>${first}</Action><More>${second}\n${third}\n<Done>0</Done>`],
		["beside other tags", `${tagged(`${second}\n${third}`)}<Plan>Fill it in\nSend it</Plan>`],
		["on the line of the first", `<Thought>t</Thought><Action>${first}; ${second}, then ${third}</Action>`],
		["below the first", `<Thought>t</Thought><Action>\n${first}\n${second}\n${third}</Action>`],
		["from flat JSON", JSON.stringify({ thought: "I fill it in.", action: first, more: [second, third] })],
		[
			"from a list of tools",
			JSON.stringify({ tool_calls: [fill(1, "Ada"), fill(2, "Lovelace"), { name: "select", arguments: { id: 3, value: "London" } }] }),
		],
	])("%s", (_name, text) => {
		expect(moreOf(text)).toEqual([first, second, third]);
	});

	test("from native tool calls", () => {
		expect(moreOf("", [fill(1, "Ada"), fill(2, "Lovelace"), { name: "select", arguments: { id: 3, value: "London" } }])).toEqual([
			first,
			second,
			third,
		]);
	});
});

describe("fills end", () => {
	test.each([
		["with the first action that is no fill", tagged(`${second}\nclick(9)\n${third}`), [first, second]],
		["with a fill that would submit", tagged(`setValue(2, "Lovelace", true)\n${third}`), [first]],
		["with what cannot be read", tagged(`${second}\nand then the town\n${third}`), [first, second]],
		["after four", tagged(Array(9).fill(second).join("\n")), [first, second, second, second, second]],
		["where there are none", tagged(""), [first]],
		["with a press on the line of the first", `<Action>${first} click(9) ${third}</Action>`, [first]],
	])("%s", (_name, text, expected) => {
		expect(moreOf(text)).toEqual(expected);
	});

	test("with a native call that is none of ours", () => {
		expect(moreOf("", [fill(1, "Ada"), { name: "launch_rocket", arguments: {} }, fill(2, "Lovelace")])).toEqual([first]);
	});
});

test("a value that speaks of our tags stays a value", () => {
	const value = 'setValue(1, "<More>setValue(2, 7)</More>")';
	expect(moreOf(`<Action>${value}</Action>`)).toEqual([value]);
});
