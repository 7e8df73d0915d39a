import { setTimeout as pause } from "node:timers/promises";
import { poll } from "@webhand/testing/poll";
import { z } from "zod";
import { tell } from "../../miniwob/stage/panel.ts";
import { generatePage } from "../../page/generated.ts";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { HandStage } from "../by-hand/stage.ts";

const presses = 7;
const elements = 20_000;
const goalMs = 50;
/** Longer than the page after a press takes to be read. */
const restMs = 1_500;

const State = z.object({ recording: z.object({ isReady: z.boolean() }) });

/** How long a page waits for a press while it is recorded. @param show serves a page. @returns the slowest kind of page */
export async function measurePress(
	{ tab, panel }: HandStage,
	{ url, show }: { readonly url: string; readonly show: (html: string) => void },
	print: (line: string) => void,
): Promise<Row> {
	const medians: number[] = [];
	for (const kind of ["shop", "table", "docs"] as const) {
		show(generatePage(kind, elements).html);
		await tab.goto(url);
		await tell(panel, { type: "record_start", tabId: panel.tabId });
		await poll(async () => State.parse(await tell(panel, { type: "state_get", tabId: panel.tabId })).recording.isReady, {
			limitMs: 20_000,
		});
		// Registered behind the recorder, so it hears of a press once the recorder is done.
		await tab.evaluate(() => {
			addEventListener(
				"pointerdown",
				({ timeStamp }) => document.body.setAttribute("data-held", String(performance.now() - timeStamp)),
				true,
			);
		});
		const held: number[] = [];
		for (let press = 0; press < presses; press += 1) {
			await tab.mouse.move(640, 300 + press);
			await tab.mouse.wheel(0, 700);
			await pause(restMs);
			await tab.mouse.down({ button: "middle" });
			await tab.mouse.up({ button: "middle" });
			held.push(Number(await tab.getAttribute("body", "data-held")));
		}
		await tell(panel, { type: "record_drop" });
		print(`recorded: a press on ${elements} elements (${kind}) waits ${held.map((ms) => ms.toFixed(0)).join(", ")} ms`);
		medians.push(quantile(held, 0.5));
	}
	return {
		name: `press held up, ${elements} elements`,
		ours: Math.max(...medians),
		peer: null,
		ratio: null,
		goal: goalMs,
		better: "lower",
		unit: "ms",
	};
}
