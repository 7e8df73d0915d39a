import { layoutOf } from "@webhand/page/layout/build";
import { elementsIn, rangeOfLine, textIn } from "@webhand/page/layout/layout";
import type { PageView } from "@webhand/page/parse/view";

/** What a dialog about cookies is called. */
const called = /cookie|куки|クッキー/iu;
/** Somebody uses cookies. They may also be goods, or have a policy of their own. */
const uses =
	/(?:\b(?:use|uses|using|stores?|sets?)|verwende\p{L}*|nutz\p{L}*|setz\p{L}*|utili[sz]\p{L}*|\busa\p{L}*|использ\p{L}*)\s+(?:\p{L}+\s+){0,3}(?:cookie|куки)|(?:cookie|クッキー)\s?を/iu;
const no = wordsOf("reject decline refuse deny ablehnen refuser rechazar rifiuta отклонить");
const only = wordsOf("only nur seulement solo sólo только");
const needed = wordsOf(
	"necessary essential required notwendig notwendige erforderlich erforderliche essenziell essenzielle technisch nécessaires necesarias necessari необходимые",
);
/** What may stand beside a no. Another word makes it a deed: "Reject order". */
const beside = wordsOf(
	"all cookies cookie accept allow use optional additional non unnecessary technically strictly unbedingt and close und alle akzeptieren zulassen verwenden les tous tout accepter et las los todas todo aceptar i tutti tutto accetta все принять",
);

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(text.split(" "));
}

function isNo(name: string): boolean {
	const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
	const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word));
	return (has(no) || (has(only) && has(needed))) && words.every((word) => [no, only, needed, beside].some((some) => some.has(word)));
}

/** A longer text is a page of its own. */
const longest = 2_000;

/**
 * The button that says no to a dialog about cookies; a yes is the person's own.
 *
 * @returns undefined where no dialog speaks of cookies, or it has no such button
 * @throws never
 */
export function cookieRefusal(view: PageView): number | undefined {
	const layout = layoutOf(view);
	for (const { region, index, name = "" } of view.lines) {
		if (region !== "dialog") continue;
		const range = rangeOfLine(layout, index);
		if (!called.test(name) && !uses.test(textIn(layout, range, longest))) continue;
		const button = elementsIn(layout, range).find((element) => element.type === "button" && isNo(element.name));
		if (button !== undefined) return button.id;
	}
	return undefined;
}
