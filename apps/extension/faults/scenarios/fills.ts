import { expect, test } from "vitest";
import { idOf } from "../../e2e/pages/hard-pages.ts";
import { actionsOf, storyOf } from "../../e2e/panel.ts";
import type { Ask, Stage } from "../../e2e/scenarios/stage.ts";
import { clickOn, deciding, has } from "../../e2e/scenarios/stage.ts";

export function fillTests(stage: Stage): void {
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
}
