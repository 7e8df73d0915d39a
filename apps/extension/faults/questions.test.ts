import { afterAll, describe, expect, test } from "vitest";
import { demoTask, sendCommand, switchToAutonomous } from "../e2e/panel.ts";
import type { CountedScene } from "../e2e/scenarios/scenes.ts";
import { scenesOf } from "../e2e/scenarios/scenes.ts";
import { sayYes, useStage } from "../e2e/scenarios/stage.ts";
import { useScripted } from "../e2e/scripted.ts";

const modes = ["autonomous", "careful"] as const;
type Mode = (typeof modes)[number];
type Counted = { readonly name: string; readonly mode: Mode; readonly asked: readonly string[] };

const table: Counted[] = [];
afterAll(() => process.stdout.write(asTable(table)));

function asTable(counted: readonly Counted[]): string {
	const lines = counted.map(({ name, mode, asked }) => [name, mode, asked.length, ...asked].join(" | "));
	const sums = modes.map(
		(mode) => `all | ${mode} | ${counted.filter((one) => one.mode === mode).reduce((sum, { asked }) => sum + asked.length, 0)}`,
	);
	return `\n${[...lines, ...sums].join("\n")}\n`;
}

describe("a person who says yes to everything is asked as often as the scene says", () => {
	const stage = useStage();
	const names = Object.keys(scenesOf(() => undefined));
	describe.each(modes)("in %s mode", (mode) => {
		test("that is the mode", () => stage.setMode(mode));
		test.each(names)("%s", async (name) => {
			// The id of a process holds until it is killed once.
			const scenes: Readonly<Record<string, CountedScene>> = scenesOf(mode === "autonomous" ? stage.killDecider : () => undefined);
			const scene = scenes[name];
			if (scene === undefined) throw new Error(`no scene ${name}`);
			const asked = await stage.playSayingYes(scene);
			table.push({ name, mode, asked });
			expect(asked, asked.join("; ")).toHaveLength(scene.asks[mode]);
		});
	});
});

describe("in the demo a person who says yes is asked", () => {
	const stack = useScripted({
		answer: () => "fail()",
		first: ({ demoUrl }) => demoUrl,
		settings: { MODEL_PROVIDER: "rules" },
	});
	test.each([
		["careful", 1],
		["autonomous", 0],
	] as const)("in %s mode, so often: %i", async (mode, times) => {
		const { browser, panel, ready } = stack();
		if (mode === "autonomous") await switchToAutonomous(panel);
		const site = await browser.context.newPage();
		await site.goto(ready.demoUrl);
		const tabId = await browser.tabIdOf(site);
		await sendCommand(panel, "run_start", { tabId, query: demoTask });
		const asked = await sayYes({ panel, tabId, site }, {});
		table.push({ name: "demo", mode, asked });
		expect(asked, asked.join("; ")).toHaveLength(times);
	});
});
