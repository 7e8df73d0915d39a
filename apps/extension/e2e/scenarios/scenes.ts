import type { ModelReply } from "@webhand/testing/model-server/reply";
import { idOf } from "../pages/hard-pages.ts";
import type { Ask, Scene } from "./stage.ts";
import { clickOn, deciding, has } from "./stage.ts";

/** A scene, and how often it asks a person who says yes to everything. */
export type CountedScene = Scene & { readonly asks: { readonly autonomous: number; readonly careful: number } };

const never = { autonomous: 0, careful: 0 };
const beforeSending = { autonomous: 0, careful: 1 };
// Buttons without a form that no word of the task names.
const whatNobodyKnows = beforeSending;
const always = { autonomous: 1, careful: 1 };

const planOf = (...steps: readonly string[]) => `<Plan>${steps.join("\n")}</Plan>`;
const say = (action: string, more = "") => `<Thought>As the scene says</Thought>${more}<Action>${action}</Action>`;

const guestBook = (path: string) =>
	`<h1>Guest book</h1><form method="post" action="${path}/send"><label>Name <input name="name"></label>
<button>Send</button></form>`;
const signs = (ask: Ask) => {
	if (has(ask, "Thank you")) return "finish()";
	return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
};

const address = (
	path: string,
	trap = "",
) => `<h1>Address</h1><form method="post" action="${path}/send"><label>Name <input name="name"></label>
		<label>Town <input name="town" ${trap}></label><label>Country <select name="country"><option></option><option>Norway</option></select></label><button>Send</button></form>`;
const fillsIn = (ask: Ask) => {
	if (has(ask, "Thank you")) return "finish()";
	const values = { Name: "Ada", Town: "Oslo", Country: "Norway" };
	const open = Object.entries(values).filter(([name, value]) => !new RegExp(`"${name}"[^\\n]* value="${value}"`).test(ask.page));
	const fills = open.map(([name, value]) => `${name === "Country" ? "select" : "setValue"}(${idOf(ask.page, name)}, "${value}")`);
	const [first, ...others] = fills;
	if (first === undefined) return clickOn("Send")(ask);
	return `<Thought>I fill it in</Thought><Action>${first}</Action><More>${others.join("\n")}</More>`;
};

/** A page with a number, and a model whose first reply is of no use. */
const reading = (name: string, first: string | ModelReply): CountedScene => ({
	path: `/${name}`,
	page: "<h1>Read me: 43</h1>",
	task: `Read the number on the ${name} page`,
	mind: deciding((ask) => (ask.index === 0 ? first : 'finish("43")')),
	asks: never,
});

/**
 * The scenes of one play, since some remember what happened.
 *
 * @param kill ends the service that decides
 */
export const scenesOf = (kill: () => void) => {
	const [lids, state] = [["Twist", "Pull", "Push"], { isDown: true, isKilled: false }];
	return {
		careful: {
			path: "/careful",
			page: guestBook("/careful"),
			task: "Sign the careful guest book",
			mind: deciding(signs),
			asks: beforeSending,
		},
		refused: {
			path: "/refused",
			page: guestBook("/refused"),
			task: "Sign the refused guest book",
			mind: deciding(signs),
			asks: beforeSending,
		},
		guests: { path: "/guests", page: guestBook("/guests"), task: "Sign the guest book as Ada", mind: deciding(signs), asks: beforeSending },
		till: {
			path: "/till",
			page: `<h1>Till</h1><form method="post" action="/till/pay"><p>Total 14.00 €</p><button>Pay 14.00 €</button></form>`,
			task: "Pay for the tea",
			mind: deciding((ask) => (has(ask, "Thank you") ? "finish()" : clickOn("Pay 14.00 €")(ask))),
			asks: always,
		},
		price: {
			path: "/price",
			page: `<h1>Shop</h1><form method="post" action="/price/pay"><button>Pay 5.00 €</button></form>`,
			task: "Pay for the shop's coffee",
			mind: deciding((ask) => (has(ask, "Thank you") ? "finish()" : clickOn(has(ask, "500.00") ? "Pay 500.00 €" : "Pay 5.00 €")(ask))),
			asks: always,
		},
		dead: {
			path: "/dead",
			page: `<h1>Door</h1><button id="dead">Open</button> <button onclick="document.querySelector('h1').textContent='The door is open'">Handle</button>`,
			task: "Open the door",
			mind: deciding((ask) => (has(ask, "The door is open") ? "finish()" : clickOn(ask.index === 0 ? "Open" : "Handle")(ask))),
			asks: whatNobodyKnows,
		},
		stuck: {
			path: "/stuck",
			page: "<h1>Lift</h1><button>Call the lift</button>",
			task: "Call the lift until it comes",
			mind: deciding(clickOn("Call the lift")),
			asks: never,
		},
		toAndFro: {
			path: "/here",
			page: '<h1>Here</h1><a href="/there">Go to there</a>',
			others: { "/there": '<h1>There</h1><a href="/here">Go to here</a>' },
			task: "Find the place that does not exist",
			mind: deciding((ask) => clickOn(has(ask, "Go to there") ? "Go to there" : "Go to here")(ask)),
			asks: never,
		},
		shirt: {
			path: "/shirt",
			page: '<h1>Shirt</h1><label>Size <select onchange="document.title=this.value"><option>-</option><option>S</option><option>L</select></label>',
			task: "Choose my size of this shirt",
			mind: deciding((ask) => {
				if (has(ask, 'value="L"')) return "finish()";
				const size = /USER NOTES:[\s\S]*?\b([SL])\b/.exec(ask.prompt)?.[1];
				return size === undefined ? 'ask("Which size do you wear?", "S", "L")' : `select(${idOf(ask.page, "Size")}, "${size}")`;
			}),
			answer: "L",
			asks: always,
		},
		captcha: {
			path: "/gate",
			page: `<h1>Are you human?</h1><button id="human" onclick="document.body.innerHTML='<h1>Welcome in</h1>'">I am</button>`,
			task: "Go in",
			mind: deciding((ask) => (has(ask, "Welcome in") ? "finish()" : 'handoff("There is a CAPTCHA")')),
			solve: (site) => site.locator("#human").click(),
			asks: always,
		},
		down: {
			path: "/down",
			page: "<h1>Read me: 42</h1>",
			task: "Read the number on the page that is down",
			mind: (ask) => (state.isDown ? { kind: "error", status: 500 } : deciding(() => 'finish("42")')(ask)),
			repair: () => {
				state.isDown = false;
			},
			asks: never,
		},
		busy: reading("busy", { kind: "error", status: 429, retryAfterSeconds: 1 }),
		prose: reading("prose", "I would rather tell you a story."),
		talk: {
			path: "/talk",
			page: "<h1>Nothing</h1>",
			task: "Do something on the page of talk",
			mind: deciding(() => "Once upon a time there was a button."),
			asks: never,
		},
		ids: {
			path: "/ids",
			page: `<button onclick="document.body.innerHTML='<h1>Saved it</h1>'">Keep</button><button>Discard everything</button>`,
			task: "Keep my changes",
			mind: deciding((ask) => (has(ask, "Saved it") ? "finish()" : ask.index === 0 ? "click(4711)" : clickOn("Keep")(ask))),
			asks: whatNobodyKnows,
		},
		early: {
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
			asks: never,
		},
		steps: {
			path: "/steps",
			page: `<label>City <input></label><button onclick="document.title='sent'">Show weather</button>`,
			task: "Enter Oslo as city and show the weather",
			mind: deciding((ask) => {
				const city = () => `setValue(${idOf(ask.page, "City")}, "Oslo")`;
				if (ask.index === 0) return say(city(), planOf("1. Enter the city", "2. Show the weather"));
				return ask.index === 1 ? say(clickOn("Show weather")(ask), "<Done>1</Done>") : say("finish()", "<Done>2</Done>");
			}),
			asks: never,
		},
		jar: {
			path: "/jar",
			page: `<h1>Jar</h1><p id="lid">closed</p><label>Label <input></label>${lids.map((name) => `<button>${name}</button>`).join("")}
				<button onclick="lid.textContent = 'open'; document.title = 'open'">Warm water</button>`,
			task: "Label the jar as Honey and open it",
			mind: deciding((ask) => {
				if (ask.index === 0) return say(`setValue(${idOf(ask.page, "Label")}, "Honey")`, planOf("Label the jar", "Open it by hand"));
				if (has(ask, "open\n") || has(ask, "@title open")) return say("finish()", "<Done>2</Done>");
				const lid = lids[ask.index - 1];
				if (lid !== undefined) return say(clickOn(lid)(ask), "<Done>1</Done>");
				return say(clickOn("Warm water")(ask), planOf("Open it with warm water"));
			}),
			asks: whatNobodyKnows,
		},
		address: { path: "/address", page: address("/address"), task: "Send the address", mind: deciding(fillsIn), asks: beforeSending },
		fussy: {
			path: "/fussy",
			page: address("/fussy", `onchange="if (this.value === 'Oslo') { this.removeAttribute('onchange'); this.value = ''; }"`),
			task: "Send the address of the fussy form",
			mind: deciding(fillsIn),
			asks: beforeSending,
		},
		outage: {
			path: "/outage",
			page: `<h1>Presses: <output>0</output></h1><button onclick="const out = document.querySelector('output'); out.textContent = Number(out.textContent) + 1">Press</button>
				<form method="post" action="/outage/send"><button>Send</button></form>`,
			task: "Press once and send",
			mind: deciding((ask) => {
				if (has(ask, "Thank you")) return "finish()";
				if (!has(ask, "Presses: 1")) return clickOn("Press")(ask);
				if (!state.isKilled) kill();
				state.isKilled = true;
				return clickOn("Send")(ask);
			}),
			asks: beforeSending,
		},
	} satisfies Readonly<Record<string, CountedScene>>;
};
