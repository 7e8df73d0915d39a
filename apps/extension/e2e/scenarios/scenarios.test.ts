import { describe, expect, test } from "vitest";
import type { RunView } from "../../src/messages.ts";
import { idOf } from "../pages/zoo.ts";
import { actionsOf, storyOf } from "../panel.ts";
import type { Ask } from "./stage.ts";
import { deciding, useStage } from "./stage.ts";

const stage = useStage();
const isAsking = (run: RunView) => run.wait?.kind === "user";
const clickOn = (name: string) => (ask: Ask) => `click(${idOf(ask.page, name)})`;
const has = (ask: Ask, text: string) => ask.page.includes(text);

const greeting = `<h1>Guest book</h1><form method="post" action="/guests/send"><label>Name <input name="name"></label>
<button>Send</button></form>`;

describe("in autonomous mode", () => {
	test("the mode is on", async () => await stage.setMode("autonomous"));

	test("a form is filled in and sent", async () => {
		const play = await stage.play({
			path: "/guests",
			page: greeting,
			task: "Sign the guest book as Ada",
			mind: deciding((ask) => {
				if (has(ask, "Thank you")) return "finish()";
				return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(stage.site().effects("/guests/send")).toEqual([{ method: "POST", path: "/guests/send", body: "name=Ada" }]);
	});

	test("after a dead click another way is taken, and the model is told why", async () => {
		const play = await stage.play({
			path: "/dead",
			page: `<h1>Door</h1><button id="dead">Open</button> <button onclick="document.querySelector('h1').textContent='The door is open'">Handle</button>`,
			task: "Open the door",
			mind: deciding((ask) => {
				if (has(ask, "The door is open")) return "finish()";
				return ask.index === 0 ? clickOn("Open")(ask) : clickOn("Handle")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure" });
		expect(play.asks("decide")[1]?.prompt).toMatch(/LAST RESULT:[\s\S]*failure/i);
	});

	test("a model that repeats a dead click is stopped, and that is no success", async () => {
		const play = await stage.play({
			path: "/stuck",
			page: "<h1>Lift</h1><button>Call the lift</button>",
			task: "Call the lift until it comes",
			mind: deciding(clickOn("Call the lift")),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: expect.stringMatching(/^(loop|stuck)$/) } });
		expect(run.steps.length).toBeLessThanOrEqual(6);
	});

	test("a model that goes to and fro is stopped", async () => {
		stage.site().put("/there", '<h1>There</h1><a href="/here">Go to here</a>');
		const play = await stage.play({
			path: "/here",
			page: '<h1>Here</h1><a href="/there">Go to there</a>',
			task: "Find the place that does not exist",
			mind: deciding((ask) => (has(ask, "Go to there") ? clickOn("Go to there")(ask) : clickOn("Go to here")(ask))),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "loop" } });
		expect(run.steps.length).toBeLessThanOrEqual(10);
	});

	test("what only the person knows is asked, and the answer is used", async () => {
		const play = await stage.play({
			path: "/shirt",
			page: '<h1>Shirt</h1><label>Size <select onchange="document.title=this.value"><option>-</option><option>S</option><option>L</option></select></label>',
			task: "Choose my size of this shirt",
			mind: deciding((ask) => {
				if (has(ask, 'value="L"')) return "finish()";
				const size = /USER NOTES:[\s\S]*?\b([SL])\b/.exec(ask.prompt)?.[1];
				return size === undefined ? 'ask("Which size do you wear?", "S", "L")' : `select(${idOf(ask.page, "Size")}, "${size}")`;
			}),
		});
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "input", text: "Which size do you wear?", choices: ["S", "L"] });
		await play.answer(asking, { answer: "L" });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(await play.site.title()).toBe("L");
	});

	test("a CAPTCHA is handed to the person, who does it in the page", async () => {
		const play = await stage.play({
			path: "/gate",
			page: `<h1>Are you human?</h1><button id="human" onclick="document.body.innerHTML='<h1>Welcome in</h1>'">I am</button>`,
			task: "Go in",
			mind: deciding((ask) => (has(ask, "Welcome in") ? "finish()" : 'handoff("There is a CAPTCHA")')),
		});
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "handoff" });
		await play.site.locator("#human").click();
		await play.answer(asking, { done: true });
		expect(await play.end()).toMatchObject({ state: "completed" });
	});

	test("a payment is asked for even here, and done once it is allowed", async () => {
		const play = await stage.play({
			path: "/till",
			page: `<h1>Till</h1><form method="post" action="/till/pay"><p>Total 14.00 €</p><button>Pay 14.00 €</button></form>`,
			task: "Pay for the tea",
			mind: deciding((ask) => (has(ask, "Thank you") ? "finish()" : clickOn("Pay 14.00 €")(ask))),
		});
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "approval", approval: { class: "D!" } });
		expect(stage.site().effects("/till/pay")).toEqual([]);
		await play.answer(asking, { approved: true });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(stage.site().effects("/till/pay")).toHaveLength(1);
	});

	test("an approval is void when the page has changed meanwhile, and is asked for anew", async () => {
		const play = await stage.play({
			path: "/price",
			page: `<h1>Shop</h1><form method="post" action="/price/pay"><button>Pay 5.00 €</button></form>`,
			task: "Pay for the shop's coffee",
			mind: deciding((ask) => (has(ask, "Thank you") ? "finish()" : clickOn(has(ask, "500.00") ? "Pay 500.00 €" : "Pay 5.00 €")(ask))),
		});
		const first = await play.until(isAsking);
		await play.site.evaluate(() => {
			const button = document.querySelector("button");
			if (button !== null) button.textContent = "Pay 500.00 €";
		});
		await play.answer(first, { approved: true });
		const second = await play.until((run) => isAsking(run) && run.question?.id !== first.question?.id);
		expect(second.question?.approval?.label).toContain("500.00");
		expect(stage.site().effects("/price/pay")).toEqual([]);
		await play.answer(second, { approved: false });
		expect(await play.end()).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/price/pay")).toEqual([]);
	});

	test("a model that fails three times is told to the person, and the task goes on with the next try", async () => {
		let isDown = true;
		const play = await stage.play({
			path: "/down",
			page: "<h1>Read me: 42</h1>",
			task: "Read the number on the page that is down",
			mind: (ask) => {
				if (isDown) return { kind: "error", status: 500 };
				return deciding(() => 'finish("42")')(ask);
			},
		});
		await play.until((run) => run.wait !== null && run.wait.kind !== "user");
		isDown = false;
		await play.resume();
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed", answer: "42" });
	});

	test("a busy provider is waited for", async () => {
		const play = await stage.play({
			path: "/busy",
			page: "<h1>Read me: 43</h1>",
			task: "Read the number on the busy page",
			mind: deciding((ask) => (ask.index === 0 ? { kind: "error", status: 429, retryAfterSeconds: 1 } : 'finish("43")')),
		});
		expect(await play.end()).toMatchObject({ state: "completed", answer: "43" });
	});

	test("an answer that cannot be read is asked for once more", async () => {
		const play = await stage.play({
			path: "/prose",
			page: "<h1>Read me: 44</h1>",
			task: "Read the number on the page of prose",
			mind: deciding((ask) => (ask.index === 0 ? "I would rather tell you a story." : 'finish("44")')),
		});
		expect(await play.end()).toMatchObject({ state: "completed", answer: "44" });
		expect(play.asks("decide")).toHaveLength(2);
	});

	test("a model that only talks ends the task with the reason", async () => {
		const play = await stage.play({
			path: "/talk",
			page: "<h1>Nothing</h1>",
			task: "Do something on the page of talk",
			mind: deciding(() => "Once upon a time there was a button."),
		});
		expect(await play.end()).toMatchObject({ state: "failed", failure: { category: "model_output_invalid" }, steps: [expect.anything()] });
	});

	test("a control that is not there is never clicked; the nearest names are told", async () => {
		const play = await stage.play({
			path: "/ids",
			page: `<button onclick="document.body.innerHTML='<h1>Saved it</h1>'">Keep</button><button>Discard everything</button>`,
			task: "Keep my changes",
			mind: deciding((ask) => {
				if (has(ask, "Saved it")) return "finish()";
				return ask.index === 0 ? "click(4711)" : clickOn("Keep")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(actionsOf(run)[0]).not.toContain("4711");
		expect(play.asks("decide")[1]?.prompt).toContain("4711");
	});

	test("a finish that comes too early is refused", async () => {
		const play = await stage.play({
			path: "/early",
			page: `<h1>Lamp</h1><button onclick="document.querySelector('h1').textContent='The lamp is on'">Switch</button>`,
			task: "Switch the lamp on",
			mind: (ask) => {
				if (ask.kind === "judge") return '{"verdict": "success", "confidence": 0.9, "reason": "It did."}';
				if (ask.kind === "complete") {
					return has(ask, "The lamp is on")
						? '{"verdict": "complete", "evidence": "The lamp is on", "missing": []}'
						: '{"verdict": "continue", "evidence": "", "missing": ["the lamp is off"]}';
				}
				return ask.index === 0 || has(ask, "The lamp is on") ? "finish()" : clickOn("Switch")(ask);
			},
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(await play.site.textContent("h1")).toBe("The lamp is on");
	});

	test("a plan of several steps is shown and advanced by what is proven", async () => {
		const play = await stage.play({
			path: "/steps",
			page: `<label>City <input></label><button onclick="document.title='sent'">Show weather</button>`,
			task: "Enter Oslo as city and show the weather",
			mind: deciding((ask) => {
				const plan = "<Plan>1. Enter the city\n2. Show the weather</Plan>";
				if (ask.index === 0) return `<Thought>First the city</Thought>${plan}<Action>setValue(${idOf(ask.page, "City")}, "Oslo")</Action>`;
				if (ask.index === 1) return `<Thought>Now show it</Thought><Done>0</Done><Action>click(${idOf(ask.page, "Show weather")})</Action>`;
				return "<Thought>Done</Thought><Done>1</Done><Action>finish()</Action>";
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.plan?.steps.map(({ description, status }) => `${description}: ${status}`)).toEqual([
			"Enter the city: completed",
			"Show the weather: completed",
		]);
	});
});

describe("in careful mode", () => {
	test("the mode is on", async () => await stage.setMode("careful"));

	const sendIt = {
		page: greeting.replaceAll("guests", "careful"),
		mind: deciding((ask) => {
			if (has(ask, "Thank you") || ask.prompt.includes("The person refused")) return "finish()";
			return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
		}),
	};

	test("filling in is free, sending is asked for", async () => {
		const play = await stage.play({ ...sendIt, path: "/careful", task: "Sign the careful guest book" });
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "approval", approval: { class: "D" } });
		expect(await play.site.inputValue("input")).toBe("Ada");
		await play.answer(asking, { approved: true });
		expect(await play.end()).toMatchObject({ state: "completed" });
		expect(stage.site().effects("/careful/send")).toHaveLength(1);
	});

	test("a model that insists on what was refused ends the task, and nothing was sent", async () => {
		const play = await stage.play({
			page: greeting.replaceAll("guests", "refused"),
			path: "/refused",
			task: "Sign the refused guest book",
			mind: deciding(clickOn("Send")),
		});
		const first = await play.until(isAsking);
		await play.answer(first, { approved: false });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/refused/send")).toEqual([]);
	});
});
