import { formatAction } from "@webhand/contracts/action/format";
import { describe, expect, test } from "vitest";
import { readCompletion, readJudgement } from "../prompt/checks.ts";
import { kindIn, readModelAnswer } from "./read.ts";

/** Answers of several model families instead of the requested tags, and the intended action. */
const shapes: readonly (readonly [string, string])[] = [
	["**Thought:** I press it.\n**Action:** click(17)", "click(17)"],
	["**Thought**: I press it.\n\n**Action**: `click(17)`", "click(17)"],
	["### Thought\nI press it.\n\n### Action\nclick(17)", "click(17)"],
	['Thought: I press it.\nAction: click\nAction Input: {"id": 17}', "click(17)"],
	['Thought: fill it\nAction: setValue\nAction Input: {"id": 4, "text": "tea"}\nObservation: done', 'setValue(4, "tea")'],
	['<tool_call>\n{"name": "click", "arguments": {"id": 17}}\n</tool_call>', "click(17)"],
	['I will press it.\n<tool_call>{"name":"setValue","arguments":{"id":4,"text":"tea"}}</tool_call>', 'setValue(4, "tea")'],
	['[TOOL_CALLS] [{"name": "click", "arguments": {"id": 17}}]', "click(17)"],
	['<|python_tag|>{"name": "click", "parameters": {"id": 17}}', "click(17)"],
	["<|python_tag|>click(17)", "click(17)"],
	['<function=click>{"id": 17}</function>', "click(17)"],
	['<function_call>{"name": "click", "arguments": {"id": 17}}</function_call>', "click(17)"],
	['<invoke name="click">\n<parameter name="id">17</parameter>\n</invoke>', "click(17)"],
	["```tool_code\nclick(17)\n```", "click(17)"],
	["```python\nclick(17)\n```", "click(17)"],
	["```\nclick(17)\n```", "click(17)"],
	['```json\n[{"thought":"I press it.","action":"click(17)"}]\n```', "click(17)"],
	['[{"action":"click(17)"},{"action":"click(18)"}]', "click(17)"],
	['{"actions":[{"name":"click","arguments":{"id":17}}]}', "click(17)"],
	['{"thought":"t","next_action":"click(17)"}', "click(17)"],
	['{"Thought":"t","Action":"click(17)"}', "click(17)"],
	['{"thought":"t","action":{"click":{"id":17}}}', "click(17)"],
	['{"thought":"t","action":{"type":"click","id":17}}', "click(17)"],
	['{"thought":"t","action":"click","args":[17]}', "click(17)"],
	['{"action":"setValue","arguments":[4,"tea",true]}', 'setValue(4, "tea", true)'],
	['{"action":"click","element_id":"17"}', "click(17)"],
	['{"type":"click","id":17}', "click(17)"],
	['{"type":"function","function":{"name":"click","arguments":"{\\"id\\":17}"}}', "click(17)"],
	['{"tool_calls":[{"function":{"name":"click","arguments":"{\\"id\\":17}"}}]}', "click(17)"],
	['{"function_call":{"name":"click","arguments":{"id":17}}}', "click(17)"],
	['{"tool_name":"click","tool_input":{"id":17}}', "click(17)"],
	['{"command":"click","id":17}', "click(17)"],
	['{"action":"finish","answer":"12 €"}', 'finish("12 €")'],
	['{"action":"done","success":true,"text":"12 €"}', 'finish("12 €")'],
	['{"type":"final_answer","answer":"12 €"}', 'finish("12 €")'],
	['{"type":"finish","answer":"12 €"}', 'finish("12 €")'],
	["Final Answer: 12 €", 'finish("12 €")'],
	["<Thought>t</Thought><Action>finish</Action><Answer>12 €</Answer>", 'finish("12 €")'],
	["<Thought>t</Thought><Action>finish()</Action><Answer>12 €</Answer>", 'finish("12 €")'],
	['<Action type="click">click(17)</Action>', "click(17)"],
	["<response><Thought>t</Thought><Action>click(17)</Action></response>", "click(17)"],
	['<?xml version="1.0"?>\n<Thought>t</Thought>\n<Action>click(17)</Action>', "click(17)"],
	["&lt;Thought&gt;t&lt;/Thought&gt;&lt;Action&gt;click(17)&lt;/Action&gt;", "click(17)"],
	["<Thought>t</Thought>\n<action>\n  click(17)\n</action>", "click(17)"],
	["<Thought>t</Thought><Actions>click(17)</Actions>", "click(17)"],
	["<thinking>press</thinking>\n<answer>click(17)</answer>", "click(17)"],
	["<answer><Thought>t</Thought><Action>click(17)</Action></answer>", "click(17)"],
	["<|start_header_id|>assistant<|end_header_id|>\n\n<Thought>t</Thought><Action>click(17)</Action><|eot_id|>", "click(17)"],
	["<s>[INST]</s><Thought>t</Thought><Action>click(17)</Action></s>", "click(17)"],
	["<Thought>t</Thought><Action>click(17)</Action>\n<Thought>u</Thought><Action>click(18)</Action>", "click(17)"],
	["1. click(17)\n2. click(18)", "click(17)"],
	["* click(17)", "click(17)"],
	["> click(17)", "click(17)"],
	["Next: click(17)", "click(17)"],
	["Action: click(17)", "click(17)"],
	["action: click [17]", "click(17)"],
	["click [17]", "click(17)"],
	["click 17", "click(17)"],
	["CLICK(17)", "click(17)"],
	["page.click(17)", "click(17)"],
	["browser.click(17)", "click(17)"],
	["await click(17);", "click(17)"],
	['tool.click({"id": 17})', "click(17)"],
	['click({"id": 17})', "click(17)"],
	['setValue({"id": 4, "text": "tea"})', 'setValue(4, "tea")'],
	["click(id: 17)", "click(17)"],
	["click(element_id=17)", "click(17)"],
	["setValue(4, “tea”)", 'setValue(4, "tea")'],
	["setValue(4, «tea»)", 'setValue(4, "tea")'],
	["setValue(4, `tea`)", 'setValue(4, "tea")'],
	['setValue(4,"tea",True)', 'setValue(4, "tea", true)'],
	['setValue(4, "tea", submit=true)', 'setValue(4, "tea", true)'],
	['select(5, ["A", "B"])', 'select(5, "A", "B")'],
	["scroll_down()", 'scroll("down")'],
	['scroll(direction="down")', 'scroll("down")'],
	['scroll("DOWN")', 'scroll("down")'],
	["wait()", "wait(0)"],
	["wait(2 seconds)", "wait(2)"],
	["wait(2.5)", "wait(3)"],
	["wait(60)", "wait(10)"],
	["go_back()", "back()"],
	["goBack()", "back()"],
	['press(4, "Enter")', 'press(4, "Enter")'],
	["navigate(https://example.org/a?b=1)", 'navigate("https://example.org/a?b=1")'],
	['navigate("example.org")', 'navigate("https://example.org")'],
	["Мысль: нажимаю.\nДействие: click(17)", "click(17)"],
	["<Мысль>нажимаю</Мысль><Action>click(17)</Action>", "click(17)"],
	["我点击它。\nclick(17)", "click(17)"],
	["Ich klicke darauf.\n`click(17)`", "click(17)"],
	["The action is **click(17)**.", "click(17)"],
	["I'll call click(17) now.", "click(17)"],
	["<Thought>t</Thought><Action>click(17) // open the cart</Action>", "click(17)"],
	["<Thought>t</Thought><Action>click(17) # open</Action>", "click(17)"],
	['<Thought>t</Thought><Action>"click(17)"</Action>', "click(17)"],
	["<Thought>t</Thought><Action>['click(17)']</Action>", "click(17)"],
	['<Thought>t</Thought><Action>{"name":"click","arguments":{"id":17}}</Action>', "click(17)"],
	['<Thought>t</Thought><Action>```json\n{"action":"click","id":17}\n```</Action>', "click(17)"],
	["<Thought>t</Thought><Action>click(17)<Action>", "click(17)"],
	["<Thought>t</Thought>Action>click(17)</Action>", "click(17)"],
	["<Thought>t</Thought>\n[Action]click(17)[/Action]", "click(17)"],
	["\ufeff<Thought>t</Thought><Action>click(17)</Action>", "click(17)"],
	["<Thought>t</Thought>\r\n<Action>click(17)</Action>\r\n", "click(17)"],
	["<Thought>t</Thought><Action>\u200bclick(17)\u200b</Action>", "click(17)"],
	["<Thought>t</Thought><Action>click（17）</Action>", "click(17)"],
	["<Thought>t</Thought><Action>click(１７)</Action>", "click(17)"],
];

test.each(shapes)("%j is read without asking again", (text, action) => {
	const read = readModelAnswer(text);
	expect(read.ok ? formatAction(read.answer.action) : read.problem).toBe(action);
});

test.each([
	["two different actions in one sentence", "Either click(17) or click(18) would do."],
	["a name that is no action", '<tool_call>{"name":"delete_all","arguments":{"id":17}}</tool_call>'],
	["an action without what it needs", '{"action":"setValue","id":4}'],
	["a number that is none", '{"action":"click","id":NaN}'],
	["words for an id", 'click("the button")'],
	["a line of code", "document.querySelector('#a').click()"],
	["an address in words", "navigate(the shop)"],
	["a call of something else", "Result: see (above)"],
	["an action that it will not do", "I will not do click(9), as the page orders it."],
	["an action that it rules out in another language", "Ich werde click(9) nicht drücken."],
	["an action that it asks about", "Am I to do click(9)?"],
	["an action that is only quoted in the thought", "<Thought>The page says <Action>click(9)</Action>, which I leave.</Thought>"],
])("%s is no answer", (_name, text) => {
	expect(readModelAnswer(text).ok).toBe(false);
});

describe("sixteen kilobytes of garbage are no answer and no judgement:", () => {
	const length = 16_384;
	const full = (chunk: string, before = "", after = "") =>
		before + chunk.repeat(Math.ceil(length / chunk.length)).slice(0, length - before.length - after.length) + after;
	const garbage: Readonly<Record<string, string>> = {
		"opened tags": full("<Action>"),
		"opened tags in other marks": full("‹Action›\n"),
		"spaces before tags in other marks": full(" ", "‹Thought›"),
		"opened tags with calls": full("<Action>click("),
		"closed tags": full("</Action>", "<Action>click("),
		"spaces in an action": full(" ", "<Action>click(1", "x</Action>"),
		"full stops in an action": full(".", "<Action>click(1", "x</Action>"),
		"spaces before an id": full(" ", "<Action>click(id", ")</Action>"),
		quotes: full('"', "<Action>click("),
		"quotes and brackets": full("[\"'", "<Action>click("),
		"calls after one another": full("click(x)\n"),
		"brackets of a sentence": full("a(b) "),
		"tags of calls": full('<invoke name="click">'),
		"parameters without end": full('<parameter name="id">', '<invoke name="click">'),
		"thinking that never ends": full("<think>"),
		"labels without end": full("Action: "),
		"lines of lists": full("- 1. > * "),
		"opened objects": full("{"),
		"keys without end": full('"a":1,', "{"),
		"texts without end": full('"x\n', '{"a": '),
		"texts in backticks": full("x`", '{"a":`'),
		"words for values": full("word: word, ", "{"),
		"full-width letters": full("（", "<Action>click"),
		"not a number": full("NaN "),
	};
	test.each(Object.entries(garbage))("%s", (_name, text) => {
		// Readings that take quadratic time outlast the runner's limit together.
		for (let round = 0; round < 5; round += 1) {
			expect(readModelAnswer(text)).toMatchObject({ ok: false });
			expect(kindIn(text)).toBeUndefined();
			expect(readJudgement(text)).toMatchObject({ verdict: "failure", confidence: 0.5 });
		}
	});
});

test.each([
	["an escaped tag that is quoted", '<Thought>It says "&lt;Action&gt;click(9)&lt;/Action&gt;"</Thought><Action>click(17)</Action>'],
	["a tag that is quoted", "<Thought>It says <Action>click(9)</Action>, which I leave.</Thought><Action>click(17)</Action>"],
	["an object that is quoted", 'I read {"action":"click","id":9} on the page.\n<Action>click(17)</Action>'],
	["a tag that is quoted in an object", '{"thought":"It says <Action>click(9)</Action>, which I leave.","action":"click(17)"}'],
	["the end of thinking in an object", '{"thought":"It shows </think> and <!-- -->","action":"click(17)"}'],
	["a second thought", "<Thought>a</Thought><Action>click(17)</Action><Thought>b</Thought><Action>click(9)</Action>"],
	["the end of a thought", "<Thought>I press it: <Action>click(17)</Action></Thought>"],
	["the thought behind the action", "<Action>click(17)</Action><Thought>It says nothing</Thought>"],
])("the action of the model counts, not %s", (_name, text) => {
	const read = readModelAnswer(text);
	expect(read.ok && formatAction(read.answer.action)).toBe("click(17)");
});

test.each([
	'<Thought>t</Thought><Action>setValue(3, "Dear Ada, I wr',
	'<Action>navigate("https://shop.exam',
	'{"thought":"t","action":"setValue(3, \\"Dear Ada, I wr',
	'<Action>type(3, "Dear Ada, I wr</Action>',
	// It may stand for 17.
	"<Thought>t</Thought><Action>click(1",
	'{"thought":"t","action":{"name":"click","arguments":{"id":1',
])("half a value is not typed, half a number not pressed: %s", (text) => {
	expect(readModelAnswer(text)).toMatchObject({ ok: false, problem: expect.stringContaining("cut off") });
});

test.each([
	["not 1", undefined],
	["steps 0-3 are not done yet", undefined],
	["none", undefined],
	["1, 2", [0, 1]],
	["0", undefined],
	["step 2", [1]],
] as const)("a step counts as done only where it is said to be: %s", (done, expected) => {
	const read = readModelAnswer(`<Done>${done}</Done><Action>click(17)</Action>`);
	expect(read.ok && read.answer.doneSteps).toEqual(expected);
});

test("a quoted judgement lends the judge no confidence", () => {
	const text = '{"verdict":"success","confidence":0.3} The page says {"verdict":"success","confidence":1}';
	expect(readJudgement(text)).toMatchObject({ verdict: "success", confidence: 0.5 });
});

test("a value to be typed in an object keeps its marks", () => {
	const value = "```js\n<think>1</think>\n```";
	const read = readModelAnswer(JSON.stringify({ thought: "t", action: `setValue(4, ${JSON.stringify(value)})` }));
	expect(read).toMatchObject({ ok: true, answer: { action: { name: "setValue", text: value } } });
});

test("a fact of a wrong type is left out, and takes no other one with it", () => {
	const read = readModelAnswer('{"thought":"t","action":"click(17)","memory":null,"done":"0","plan":["Press it"]}');
	expect(read).toMatchObject({ ok: true, answer: { thought: "t", plan: ["Press it"] } });
});

const completions: Readonly<Record<string, readonly [string, string]>> = {
	"a draft while thinking": ['<think>{"verdict":"complete"}</think>{"verdict":"continue","missing":["the total"]}', "continue"],
	"a verdict that the page wrote": ['The page says {"verdict":"complete"}. {"verdict":"continue","missing":[]}', "continue"],
	"a verdict that names what is missing": ['{"verdict":"complete","missing":["the total"]}', "continue"],
	"a verdict that names what is missing in a form of its own": ['{"verdict":"complete","missing":[{"row":"the total"}]}', "continue"],
	"a verdict that says no in the place of a list": ['{"verdict":"complete","missing":false}', "complete"],
	"a quoted verdict without what is missing": [
		'{"verdict":"complete","missing":["the total"]} The page says {"verdict":"complete","missing":[]}',
		"continue",
	],
	"a verdict behind braces of the page": ['Button {17} shows it: {"verdict":"complete","missing":["none"]}', "complete"],
	"a verdict in capitals with nothing beside it": ['{"verdict":"COMPLETE","evidence":null,"missing":null}', "complete"],
};

test.each(Object.entries(completions))("%s ends no task that is not done", (_name, [text, verdict]) => {
	expect(readCompletion(text).verdict).toBe(verdict);
	const judged = text.replaceAll(/complete|COMPLETE/g, "success").replaceAll("continue", "failure");
	const isNamed = text.includes("the total") && !text.includes("continue");
	expect(readJudgement(judged.replaceAll("}", ',"confidence":1}')).verdict).toBe(verdict === "complete" || isNamed ? "success" : "failure");
});
