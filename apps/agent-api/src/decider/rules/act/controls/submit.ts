import type { ElementView } from "@webhand/page/parse/view";
import { compareNames, nameOf } from "../../page/names.ts";
import { clickable, isTextField } from "../../page/roles.ts";
import type { Scene } from "../move.ts";

const submitWords = [
	"submit",
	"send",
	"send message",
	"ok",
	"save",
	"done",
	"continue",
	"confirm",
	"finish",
	"apply",
	"go",
	"sign in",
	"log in",
	"search",
	"next",
	"post",
].map(nameOf);

/**
 * The control that sends the form of the field last filled: marked as submit, else named so, the last of the form where several are.
 *
 * @param word what it is called, where the instruction says it ("…, and search"); another one is taken only as the form's own submit
 */
export function submitButton(scene: Scene, word?: string): ElementView | undefined {
	const { finder } = scene;
	const field = lastField(scene);
	const controls = [...finder.view.elements.values()].filter(
		(element) => !scene.isTried(element) && clickable(element) > 0 && !isTextField(element),
	);
	const inForm = field?.form === undefined ? controls : controls.filter((element) => element.form === field.form);
	if (word !== undefined) return startedBy(word, inForm, scene);
	for (const pool of [inForm, controls]) {
		const marked = pool.filter((element) => element.states.has("submit"));
		const named = bestSubmit(marked.length > 0 ? marked : pool, scene);
		if (named !== undefined) return named;
		if (marked.length === 1) return marked[0];
	}
	return undefined;
}

function startedBy(word: string, pool: readonly ElementView[], scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const field = lastField(scene);
	const orderOf = (element: ElementView | undefined) => finder.layout.spotOf.get(element?.id ?? 0)?.order ?? 0;
	const called = pool.filter((element) => finder.names.own(element).some((own) => compareNames(nameOf(word), own, true) >= 0.9));
	const marked = field?.form === undefined ? [] : pool.filter((element) => element.states.has("submit"));
	return called.find((element) => orderOf(element) > orderOf(field)) ?? called.at(-1) ?? (marked.length === 1 ? marked[0] : undefined);
}

/** Of the words in their order of likelihood the first that a control has; of several such controls the next one after the field. */
function bestSubmit(pool: readonly ElementView[], scene: Scene): ElementView | undefined {
	const { finder } = scene;
	const field = lastField(scene);
	const orderOf = (element: ElementView) => finder.layout.spotOf.get(element.id)?.order ?? 0;
	const from = field === undefined ? -1 : orderOf(field);
	for (const word of submitWords) {
		const found = pool.filter((element) => finder.names.own(element).some((own) => compareNames(word, own, true) >= 0.84));
		if (found.length > 0) return found.find((element) => orderOf(element) > from) ?? found.at(-1);
	}
	return pool.length === 1 && pool[0]?.states.has("submit") ? pool[0] : undefined;
}

/** The field last filled, while its document lives. */
export function lastField(scene: Scene): ElementView | undefined {
	const { field } = scene.memory;
	const { view } = scene.finder;
	return field?.id === undefined || field.epoch !== view.epoch ? undefined : view.elements.get(field.id);
}
