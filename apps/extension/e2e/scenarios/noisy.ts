import { createRandom } from "@webhand/testing/demo-site/catalogue";
import { createNoise } from "@webhand/testing/model-server/noise";
import { idOf } from "../pages/hard-pages.ts";
import { agrees } from "../scripted.ts";
import type { Ask, Mind } from "./stage.ts";
import { clickOn } from "./stage.ts";

/**
 * A task whose page shows at any time how far it is, so that a model may be wrong and go on. `next` is the right action, `isDone` what the
 * finished page holds.
 */
export type NoisyScene = {
	readonly name: string;
	readonly page: string;
	readonly task: string;
	readonly next: (ask: Ask) => string;
	readonly isDone: (page: string) => boolean;
};

const wanted = { Name: "Ada", Town: "Oslo", Country: "Norway" };
const field = (page: string, name: string) => new RegExp(`"${name}"[^\\n]*`).exec(page)?.[0] ?? "";

export const noisyScenes: readonly NoisyScene[] = [
	{
		name: "profile",
		page: `<h1>Profile</h1><label>Name <input id="name"></label> <label>Town <input id="town"></label> <label>Country <input id="country"></label>
			<button onclick="kept.textContent = 'Kept: ' + [name_(), town.value, country.value].join(', ')">Keep</button> <button onclick="kept.textContent = ''">Clear</button>
			<p id="kept"></p><script>const name_ = () => document.getElementById("name").value;</script>`,
		task: "Keep Ada, Oslo, Norway in the profile",
		next: ({ page, ...ask }) => {
			const open = Object.entries(wanted).find(([name, value]) => !field(page, name).includes(`value="${value}"`));
			return open === undefined ? clickOn("Keep")({ page, ...ask }) : `setValue(${idOf(page, open[0])}, "${open[1]}")`;
		},
		isDone: (page) => page.includes("Kept: Ada, Oslo, Norway"),
	},
	{
		name: "lights",
		page: `<h1>Lights</h1>${["Hall", "Kitchen", "Porch"].map((room) => `<label><input type="checkbox" onchange="show()" ${room === "Kitchen" ? "checked" : ""}> ${room}</label>`).join(" ")}
			<p id="on"></p><script>function show() { on.textContent = "On: " + [...document.querySelectorAll("input")].filter((one) => one.checked).map((one) => one.parentElement.textContent.trim()).join(" and "); } show();</script>`,
		task: "Switch on the lights of hall and porch only",
		next: (ask) => {
			const wrong = Object.entries({ Hall: true, Kitchen: false, Porch: true }).find(
				([room, on]) => /\bchecked\b/.test(new RegExp(`<checkbox \\d+\\*?[^>\\n]*"${room}"[^>\\n]*`).exec(ask.page)?.[0] ?? "") !== on,
			);
			return wrong === undefined ? "finish()" : clickOn(wrong[0])(ask);
		},
		isDone: (page) => page.includes("On: Hall and Porch"),
	},
	{
		name: "guide",
		page: `<h1>Guide</h1><p id="at">The first part</p><button onclick="go(1)">Next page</button> <button onclick="go(-1)">Previous page</button>
			<script>let part = 0; const parts = ["The first part", "The second part", "The third part", "The last part: the word is tern"];
			function go(by) { part = Math.min(3, Math.max(0, part + by)); at.textContent = parts[part]; }</script>`,
		task: "Go to the last part of the guide and read the word",
		next: clickOn("Next page"),
		isDone: (page) => page.includes("the word is tern"),
	},
];

/** A model that is wrong in so many of a hundred decisions, and right where it is asked whether the task is done. */
export function noisyMind(scene: NoisyScene, { percent, seed }: { readonly percent: number; readonly seed: number }): Mind {
	const noise = createNoise({ probability: percent / 100, random: createRandom(seed) });
	return (ask) => {
		if (ask.kind === "judge") return agrees.judge;
		const isDone = scene.isDone(ask.page);
		if (ask.kind === "decide") return noise(ask.page, () => (isDone ? 'finish("Done")' : scene.next(ask)));
		return isDone ? agrees.complete : '{"verdict": "continue", "evidence": "", "missing": ["the rest"]}';
	};
}
