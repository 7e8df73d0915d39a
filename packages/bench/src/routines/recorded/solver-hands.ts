import { setTimeout as pause } from "node:timers/promises";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import type { Page } from "playwright-core";
import { PageInput } from "../../miniwob/solve/page-input.ts";
import { solvers } from "../../miniwob/solve/solvers.ts";
import type { Ours } from "../../page/inside/ours.ts";
import { openWorld } from "../../page/isolated-world.ts";

type Call = (name: keyof Ours, ...given: readonly (string | number)[]) => Promise<unknown>;

/** A person looks before they act. */
const lookMs = 400;

/**
 * Solves a problem of MiniWoB++ in a tab with a real pointer and real keys, as a person who knows the task.
 *
 * @param script `page/inside/ours.ts`, bundled
 */
export async function solveByHand(
	tab: Page,
	{ task, sentence, script }: Readonly<Record<"task" | "sentence" | "script", string>>,
): Promise<void> {
	const session = await tab.context().newCDPSession(tab);
	try {
		const world = await openWorld(session, "webhand-hands", script);
		const call: Call = (name, ...given) => world.evaluate(`ours.${name}(${given.map((one) => JSON.stringify(one)).join(", ")})`);
		const look = async () => new PageInput(parsePage(((await call("look")) as ReturnType<Ours["look"]>).text), sentence);
		const plan = solvers[task]?.(await look());
		for (let next = plan?.next(); next?.done === false; next = plan?.next(await look())) {
			const parsed = parseAction(next.value);
			if (!parsed.ok) throw new Error(`${task}: ${next.value}`);
			await act(tab, parsed.action, call);
			await pause(lookMs);
		}
	} finally {
		await session.detach();
	}
}

async function act({ mouse, keyboard }: Page, action: Action, call: Call): Promise<void> {
	if (!("id" in action) || action.id === undefined) throw new Error(`no hand does ${action.name}`);
	const place = (await call("placeOf", action.id)) as ReturnType<Ours["placeOf"]>;
	if (place === null) throw new Error(`${action.id} is gone`);
	const middle = [place.x + place.width / 2, place.y + place.height / 2] as const;
	if (action.name === "click") return await mouse.click(...middle);
	if (action.name === "setValue") {
		await mouse.click(...middle, { clickCount: 3 });
		return await keyboard.type(action.text);
	}
	if (action.name === "press") return await keyboard.press(action.keys);
	if (action.name !== "select") throw new Error(`no hand does ${action.name}`);
	await call("enter", action.id);
	await keyboard.type(action.options[0] ?? "");
}
