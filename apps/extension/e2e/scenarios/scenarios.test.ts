import { describe, expect, test } from "vitest";
import type { RunView } from "../../src/panel-state.ts";
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

	test("a plan that three corrections did not help is made anew, and what was done stays done", async () => {
		const lid = (name: string, work = "") => `<button${work === "" ? "" : ` onclick="${work}"`}>${name}</button>`;
		const play = await stage.play({
			path: "/jar",
			page: `<h1>Jar</h1><p id="lid">closed</p><label>Label <input></label>${["Twist", "Pull", "Push"].map((name) => lid(name)).join("")}
				${lid("Warm water", "lid.textContent = 'open'; document.title = 'open'")}`,
			task: "Label the jar as Honey and open it",
			mind: deciding((ask) => {
				const plan = (...steps: readonly string[]) => `<Plan>${steps.join("\n")}</Plan>`;
				const say = (action: string, more = "") => `<Thought>As the scenario says</Thought>${more}<Action>${action}</Action>`;
				if (ask.index === 0) return say(`setValue(${idOf(ask.page, "Label")}, "Honey")`, plan("Label the jar", "Open it by hand"));
				if (has(ask, "open\n") || has(ask, "@title open")) return say("finish()", "<Done>1</Done>");
				const dead = ["Twist", "Pull", "Push"][ask.index - 1];
				if (dead !== undefined) return say(clickOn(dead)(ask), "<Done>0</Done>");
				return say(clickOn("Warm water")(ask), plan("Open it with warm water"));
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(play.asks("decide")[3]?.prompt).toContain("Open it by hand");
		expect(play.asks("decide")[4]?.prompt).not.toContain("Open it by hand");
		expect(run.plan?.steps.map(({ description, status }) => `${description}: ${status}`)).toEqual([
			"Label the jar: completed",
			"Open it with warm water: completed",
		]);
		expect(await play.site.textContent("#lid")).toBe("open");
	});

	const address = `<h1>Address</h1><form method="post" action="PATH/send"><label>Name <input name="name"></label><label>Town <input name="town" TRAP></label>
		<label>Country <select name="country"><option></option><option>Norway</option></select></label><button>Send</button></form>`;
	const values = { Name: "Ada", Town: "Oslo", Country: "Norway" } as const;
	const fillIn = (ask: Ask) => {
		if (has(ask, "Thank you")) return "finish()";
		const open = Object.entries(values).filter(([name, value]) => !new RegExp(`"${name}"[^\\n]* value="${value}"`).test(ask.page));
		const fills = open.map(([name, value]) => `${name === "Country" ? "select" : "setValue"}(${idOf(ask.page, name)}, "${value}")`);
		const [first, ...others] = fills;
		if (first === undefined) return clickOn("Send")(ask);
		return `<Thought>I fill it in</Thought><Action>${first}</Action><More>${others.join("\n")}</More>`;
	};

	test("a form is filled in one step where the model says all of it, and each field is proven", async () => {
		const path = "/address";
		const play = await stage.play({
			path,
			page: address.replace("PATH", path).replace("TRAP", ""),
			task: "Send the address",
			mind: deciding(fillIn),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(actionsOf(run).map((action) => action.replace(/\(.*/, ""))).toEqual(["setValue", "click", "finish"]);
		expect(play.asks("decide")[1]?.prompt.match(/Step 0: .*worked/g)).toHaveLength(3);
		expect(
			stage
				.site()
				.effects("/address/send")
				.map(({ body }) => body),
		).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("fields that go together stop at the first surprise, and only what was not done is done again", async () => {
		const path = "/fussy";
		const trap = `onchange="if (this.value === 'Oslo') { this.removeAttribute('onchange'); this.value = ''; }"`;
		const play = await stage.play({
			path,
			page: address.replace("PATH", path).replace("TRAP", trap),
			task: "Send the address of the fussy form",
			mind: deciding(fillIn),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.steps[0]?.verification).toMatchObject({
			verdict: "failure",
			observations: expect.arrayContaining([expect.stringContaining("Oslo")]),
		});
		const told = play.asks("decide")[1]?.prompt ?? "";
		expect([told.match(/Step 0: .*worked/g)?.length, /Step 0: .*Norway/.test(told)]).toEqual([1, false]);
		expect(
			stage
				.site()
				.effects("/fussy/send")
				.map(({ body }) => body),
		).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("a task whose service is killed while the model thinks goes on by itself, and nothing is done twice", async () => {
		let isKilled = false;
		const play = await stage.play({
			path: "/outage",
			page: `<h1>Presses: <output>0</output></h1><button onclick="const out = document.querySelector('output'); out.textContent = Number(out.textContent) + 1">Press</button>
				<form method="post" action="/outage/send"><button>Send</button></form>`,
			task: "Press once and send",
			mind: deciding((ask) => {
				if (has(ask, "Thank you")) return "finish()";
				if (!has(ask, "Presses: 1")) return clickOn("Press")(ask);
				if (!isKilled) stage.killDecider();
				isKilled = true;
				return clickOn("Send")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2]);
		expect(stage.site().effects("/outage/send")).toHaveLength(1);
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
