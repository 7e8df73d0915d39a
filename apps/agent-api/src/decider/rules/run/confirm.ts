import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { PastStep } from "../../turn.ts";
import { lastDeed } from "../../turn.ts";
import type { Intent } from "../sentence/clause.ts";
import { wordsOf } from "../words/fold.ts";

const asks =
	/\?|\b(?:sure|really|confirm|cannot be undone|can['’]t be undone|permanently|irreversible)\b|sicher|wirklich|rückgängig|vraiment|seguro/iu;
const declines =
	/^(?:cancel|no|close|back|go back|keep|abort|dismiss|not now|later|×|x|abbrechen|nein|schließen|zurück|annuler|non|fermer|cancelar|no gracias)\b|\b(?:keep|don['’]t)\b/iu;
const agrees = /^(?:yes|ok|okay|confirm|continue|proceed|ja|bestätigen|weiter|oui|confirmer|sí|confirmar|aceptar)\b/iu;

/** The dialog that the last action opened to ask whether its deed is meant. `button`: what agrees, where one control alone does. */
type Confirmation = { readonly name: string; readonly button: ElementView | undefined };

/**
 * The question of the page before a deed that was asked for by name: it is part of the deed. A dialog that is to be filled in, or that
 * asks nothing, is none.
 *
 * @returns undefined where the last action opened no such dialog, or what was asked for is only a click
 */
export function confirmationOf(intent: Intent, view: PageView, history: readonly PastStep[]): Confirmation | undefined {
	if (intent.kind !== "named" && intent.kind !== "submit") return undefined;
	const last = lastDeed(history);
	const isOpened = last?.verification?.observations.some((one) => one.startsWith("dialog_opened")) === true;
	const [dialog] = view.dialogs;
	if (!isOpened || dialog === undefined) return undefined;
	const at = view.lines.findIndex((line) => line.region === "dialog" && (line.name === undefined || line.name === dialog.name));
	const inside = (line: number): boolean => line !== -1 && (line === at || inside(view.lines[line]?.parent ?? -1));
	const lines = view.lines.filter((line) => at !== -1 && inside(line.index));
	if (!asks.test([dialog.name, ...lines.map((line) => line.text)].join(" "))) return undefined;
	const controls = [...view.elements.values()].filter((element) => inside(element.line) && !element.states.has("disabled"));
	if (controls.some((element) => element.type !== "button" && element.type !== "a" && element.type !== "dialog"))
		return { name: dialog.name, button: undefined };
	const buttons = controls.filter((element) => element.type === "button" && !declines.test(element.name || element.content));
	const deed = intent.kind === "named" ? wordsOf(intent.verb)[0] : undefined;
	const isDeed = (element: ElementView) => {
		const name = element.name || element.content;
		return agrees.test(name.trim()) || (deed !== undefined && wordsOf(name).includes(deed));
	};
	const agreeing = buttons.filter(isDeed);
	return { name: dialog.name, button: agreeing.length === 1 ? agreeing[0] : undefined };
}
