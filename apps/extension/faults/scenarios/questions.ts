import { expect, test } from "vitest";
import { idOf } from "../../e2e/pages/hard-pages.ts";
import { storyOf } from "../../e2e/panel.ts";
import type { Stage } from "../../e2e/scenarios/stage.ts";
import { clickOn, deciding, has, isAsking } from "../../e2e/scenarios/stage.ts";

export function questionTests(stage: Stage): void {
	test("what only the user knows is asked, and the answer is used", async () => {
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

	test("a CAPTCHA is handed to the user, who does it in the page", async () => {
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
}
