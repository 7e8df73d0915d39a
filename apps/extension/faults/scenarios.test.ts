import { beforeAll, describe, expect, test } from "vitest";
import { idOf } from "../e2e/pages/hard-pages.ts";
import { actionsOf, storyOf } from "../e2e/panel.ts";
import type { Ask } from "../e2e/scenarios/stage.ts";
import { clickOn, deciding, greeting, has, isAsking, useStage } from "../e2e/scenarios/stage.ts";

// One stack, browser and model for all.
const stage = useStage();
const planOf = (...steps: readonly string[]) => `<Plan>${steps.join("\n")}</Plan>`;
const say = (action: string, more = "") => `<Thought>As the scenario says</Thought>${more}<Action>${action}</Action>`;
const signs = (ask: Ask) => {
	if (has(ask, "Thank you")) return "finish()";
	return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
};

describe("in autonomous mode", () => {
	beforeAll(() => stage.setMode("autonomous"));

	test("a form is filled in and sent", async () => {
		await stage.playToEnd({ path: "/guests", page: greeting, task: "Sign the guest book as Ada", mind: deciding(signs) });
		expect(stage.site().effects("/guests/send")).toEqual([{ method: "POST", path: "/guests/send", body: "name=Ada" }]);
	});

	test("after an ineffective click another way is taken, and the model learns why", async () => {
		const { run, asks } = await stage.playToEnd({
			path: "/dead",
			page: `<h1>Door</h1><button id="dead">Open</button> <button onclick="document.querySelector('h1').textContent='The door is open'">Handle</button>`,
			task: "Open the door",
			mind: deciding((ask) => (has(ask, "The door is open") ? "finish()" : clickOn(ask.index === 0 ? "Open" : "Handle")(ask))),
		});
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure" });
		expect(asks("decide")[1]?.prompt).toMatch(/LAST RESULT:[\s\S]*failure/i);
	});

	test("a model that repeats an ineffective click is stopped, and that is no success", async () => {
		const page = "<h1>Lift</h1><button>Call the lift</button>";
		const scene = { path: "/stuck", page, task: "Call the lift until it comes", mind: deciding(clickOn("Call the lift")) };
		const { run } = await stage.playToEnd(scene, { state: "failed", failure: { category: expect.stringMatching(/^(loop|stuck)$/) } });
		expect(run.steps.length).toBeLessThanOrEqual(6);
	});

	test("a model that goes to and fro is stopped", async () => {
		stage.site().put("/there", '<h1>There</h1><a href="/here">Go to here</a>');
		const mind = deciding((ask) => clickOn(has(ask, "Go to there") ? "Go to there" : "Go to here")(ask));
		const page = '<h1>Here</h1><a href="/there">Go to there</a>';
		const scene = { path: "/here", page, task: "Find the place that does not exist", mind };
		const { run } = await stage.playToEnd(scene, { state: "failed", failure: { category: "loop" } });
		expect(run.steps.length).toBeLessThanOrEqual(10);
	});

	test("what only the user knows is asked, and the answer is used", async () => {
		const play = await stage.play({
			path: "/shirt",
			page: '<h1>Shirt</h1><label>Size <select onchange="document.title=this.value"><option>-</option><option>S</option><option>L</select></label>',
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
		expect(await play.end()).toMatchObject({ state: "completed" });
		expect(await play.site.title()).toBe("L");
	});

	test("a CAPTCHA is handed to the user, who solves it in the page", async () => {
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

	test("an approval is invalid when the page has changed meanwhile, and is asked for again", async () => {
		const play = await stage.play({
			path: "/price",
			page: `<h1>Shop</h1><form method="post" action="/price/pay"><button>Pay 5.00 €</button></form>`,
			task: "Pay for the shop's coffee",
			mind: deciding((ask) => (has(ask, "Thank you") ? "finish()" : clickOn(has(ask, "500.00") ? "Pay 500.00 €" : "Pay 5.00 €")(ask))),
		});
		const first = await play.until(isAsking);
		await play.site.locator("button").evaluate((button) => {
			button.textContent = "Pay 500.00 €";
		});
		await play.answer(first, { approved: true });
		const second = await play.until((run) => isAsking(run) && run.question?.id !== first.question?.id);
		expect(second.question?.approval?.label).toContain("500.00");
		expect(stage.site().effects("/price/pay")).toEqual([]);
		await play.answer(second, { approved: false });
		expect(await play.end()).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/price/pay")).toEqual([]);
	});

	test("a model that fails three times is reported to the user, and the task continues with the next try", async () => {
		let isDown = true;
		const play = await stage.play({
			path: "/down",
			page: "<h1>Read me: 42</h1>",
			task: "Read the number on the page that is down",
			mind: (ask) => (isDown ? { kind: "error", status: 500 } : deciding(() => 'finish("42")')(ask)),
		});
		await play.until((run) => run.wait !== null && run.wait.kind !== "user");
		isDown = false;
		await play.resume();
		expect(await play.end()).toMatchObject({ state: "completed", answer: "42" });
	});

	test.each([
		["a busy provider is waited for", "busy", { kind: "error", status: 429, retryAfterSeconds: 1 }],
		["an unreadable answer is asked for once more", "prose", "I would rather tell you a story."],
	] as const)("%s", async (_, name, first) => {
		const mind = deciding((ask) => (ask.index === 0 ? first : 'finish("43")'));
		const scene = { path: `/${name}`, page: "<h1>Read me: 43</h1>", task: `Read the number on the ${name} page`, mind };
		const { asks } = await stage.playToEnd(scene, { state: "completed", answer: "43" });
		expect(asks("decide")).toHaveLength(2);
	});

	test("a model that only talks ends the task with the reason", async () => {
		const mind = deciding(() => "Once upon a time there was a button.");
		const scene = { path: "/talk", page: "<h1>Nothing</h1>", task: "Do something on the page of talk", mind };
		const { run } = await stage.playToEnd(scene, { state: "failed", failure: { category: "model_output_invalid" } });
		expect(run.steps).toHaveLength(1);
	});

	test("a missing control is never clicked; the model learns the nearest names", async () => {
		const { run, asks } = await stage.playToEnd({
			path: "/ids",
			page: `<button onclick="document.body.innerHTML='<h1>Saved it</h1>'">Keep</button><button>Discard everything</button>`,
			task: "Keep my changes",
			mind: deciding((ask) => (has(ask, "Saved it") ? "finish()" : ask.index === 0 ? "click(4711)" : clickOn("Keep")(ask))),
		});
		expect(actionsOf(run)[0]).not.toContain("4711");
		expect(asks("decide")[1]?.prompt).toContain("4711");
	});

	test("a finish that comes too early is refused", async () => {
		const { site } = await stage.playToEnd({
			path: "/early",
			page: `<h1>Lamp</h1><button onclick="document.querySelector('h1').textContent='The lamp is on'">Switch</button>`,
			task: "Switch the lamp on",
			mind: (ask) => {
				const isOn = has(ask, "The lamp is on");
				if (ask.kind === "judge") return '{"verdict": "success", "confidence": 0.9, "reason": "It did."}';
				if (ask.kind === "decide") return ask.index === 0 || isOn ? "finish()" : clickOn("Switch")(ask);
				return isOn
					? '{"verdict": "complete", "evidence": "The lamp is on", "missing": []}'
					: '{"verdict": "continue", "evidence": "", "missing": ["the lamp is off"]}';
			},
		});
		expect(await site.textContent("h1")).toBe("The lamp is on");
	});

	const plannedSteps = (run: Awaited<ReturnType<typeof stage.playToEnd>>["run"]) =>
		run.plan?.steps.map(({ description, status }) => `${description}: ${status}`);

	test("a plan of several steps is shown and advanced by what is verified", async () => {
		const { run } = await stage.playToEnd({
			path: "/steps",
			page: `<label>City <input></label><button onclick="document.title='sent'">Show weather</button>`,
			task: "Enter Oslo as city and show the weather",
			mind: deciding((ask) => {
				const city = () => `setValue(${idOf(ask.page, "City")}, "Oslo")`;
				if (ask.index === 0) return say(city(), planOf("1. Enter the city", "2. Show the weather"));
				return ask.index === 1 ? say(clickOn("Show weather")(ask), "<Done>0</Done>") : say("finish()", "<Done>1</Done>");
			}),
		});
		expect(plannedSteps(run)).toEqual(["Enter the city: completed", "Show the weather: completed"]);
	});

	test("a plan that three corrections did not help is replaced, and what was done stays done", async () => {
		const lids = ["Twist", "Pull", "Push"];
		const { run, asks, site } = await stage.playToEnd({
			path: "/jar",
			page: `<h1>Jar</h1><p id="lid">closed</p><label>Label <input></label>${lids.map((name) => `<button>${name}</button>`).join("")}
				<button onclick="lid.textContent = 'open'; document.title = 'open'">Warm water</button>`,
			task: "Label the jar as Honey and open it",
			mind: deciding((ask) => {
				if (ask.index === 0) return say(`setValue(${idOf(ask.page, "Label")}, "Honey")`, planOf("Label the jar", "Open it by hand"));
				if (has(ask, "open\n") || has(ask, "@title open")) return say("finish()", "<Done>1</Done>");
				const lid = lids[ask.index - 1];
				if (lid !== undefined) return say(clickOn(lid)(ask), "<Done>0</Done>");
				return say(clickOn("Warm water")(ask), planOf("Open it with warm water"));
			}),
		});
		expect([3, 4].map((index) => asks("decide")[index]?.prompt.includes("Open it by hand"))).toEqual([true, false]);
		expect(plannedSteps(run)).toEqual(["Label the jar: completed", "Open it with warm water: completed"]);
		expect(await site.textContent("#lid")).toBe("open");
	});

	const address = (
		path: string,
		trap = "",
	) => `<h1>Address</h1><form method="post" action="${path}/send"><label>Name <input name="name"></label>
		<label>Town <input name="town" ${trap}></label><label>Country <select name="country"><option></option><option>Norway</option></select></label><button>Send</button></form>`;
	const fillIn = (ask: Ask) => {
		if (has(ask, "Thank you")) return "finish()";
		const values = { Name: "Ada", Town: "Oslo", Country: "Norway" };
		const open = Object.entries(values).filter(([name, value]) => !new RegExp(`"${name}"[^\\n]* value="${value}"`).test(ask.page));
		const fills = open.map(([name, value]) => `${name === "Country" ? "select" : "setValue"}(${idOf(ask.page, name)}, "${value}")`);
		const [first, ...others] = fills;
		if (first === undefined) return clickOn("Send")(ask);
		return `<Thought>I fill it in</Thought><Action>${first}</Action><More>${others.join("\n")}</More>`;
	};
	const sentTo = (path: string) =>
		stage
			.site()
			.effects(path)
			.map(({ body }) => body);

	test("a form is filled in one step where the model names all fields, and each field is verified", async () => {
		const scene = { path: "/address", page: address("/address"), task: "Send the address", mind: deciding(fillIn) };
		const { run, asks } = await stage.playToEnd(scene);
		expect(actionsOf(run).map((action) => action.replace(/\(.*/, ""))).toEqual(["setValue", "click", "finish"]);
		expect(asks("decide")[1]?.prompt.match(/Step 0: .*worked/g)).toHaveLength(3);
		expect(sentTo("/address/send")).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("fields that go together stop at the first surprise, and only what was not done is done again", async () => {
		const trap = `onchange="if (this.value === 'Oslo') { this.removeAttribute('onchange'); this.value = ''; }"`;
		const scene = { path: "/fussy", page: address("/fussy", trap), task: "Send the address of the fussy form", mind: deciding(fillIn) };
		const { run, asks } = await stage.playToEnd(scene);
		const observations = expect.arrayContaining([expect.stringContaining("Oslo")]);
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure", observations });
		const told = asks("decide")[1]?.prompt ?? "";
		expect([told.match(/Step 0: .*worked/g)?.length, /Step 0: .*Norway/.test(told)]).toEqual([1, false]);
		expect(sentTo("/fussy/send")).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("a task whose service is killed while the model thinks resumes by itself, and nothing is done twice", async () => {
		let isKilled = false;
		const { run } = await stage.playToEnd({
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
		expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2]);
		expect(stage.site().effects("/outage/send")).toHaveLength(1);
	});
});

describe("in careful mode", () => {
	beforeAll(() => stage.setMode("careful"));

	test("a model that insists on what was refused ends the task, and nothing was sent", async () => {
		const page = greeting.replaceAll("guests", "refused");
		const play = await stage.play({ page, path: "/refused", task: "Sign the refused guest book", mind: deciding(clickOn("Send")) });
		await play.answer(await play.until(isAsking), { approved: false });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/refused/send")).toEqual([]);
	});
});
