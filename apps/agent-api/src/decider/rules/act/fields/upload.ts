import type { ElementView } from "@webhand/page/parse/view";
import type { Intent } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { fold } from "../../words/fold.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, untried } from "../move.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/**
 * Puts a file of the task into the page's field for one: the file that is named, or the only one; the field that is named, or the only one.
 *
 * @returns undefined for other verbs, and where the page has no field for a file
 */
export function uploadMove({ verb, phrase, object, goal }: Named, scene: Scene): Move | undefined {
	const { finder, memory } = scene;
	const fields = [...finder.view.elements.values()].filter(({ type, states }) => type === "file" && !states.has("disabled"));
	if (!/^(?:upload|attach)$/i.test(verb) || fields.length === 0) return undefined;
	if (memory.part > 0) return { kind: "end" };
	const { files } = finder.view;
	const named = files.filter((file) => ` ${fold(phrase)} `.includes(` ${fold(file)} `));
	const [file, ...more] = named.length > 0 ? named : files;
	if (file === undefined) return stuck("No file is attached to this task: attach it beside the message, and ask again");
	if (more.length > 0) return stuck(`Several files are attached, ${[file, ...more].map(quoted).join(", ")}: say which one is meant`);
	// Words that name no file of the task say which field is meant, or a file that is not there.
	const says = [goal, object.places[0]?.anchor.name, named.length > 0 ? "" : object.name].find((name) => name !== undefined && name !== "");
	const isOther = says !== undefined && /\.\w{1,5}$/.test(says);
	if (isOther) return stuck(`No file called ${quoted(says)} is attached to this task`);
	const accepts = (element: ElementView) => (element.type === "file" ? 1 : 0);
	const found = untried(finder.find({ ...emptyThing, whole: says ?? "", name: says ?? "" }, accepts), scene);
	const [only, ...others] = fields;
	if (found.kind === "tied") return { kind: "tied", thing: object, matches: found.matches };
	const isPlain = says === undefined || /^(?:file|document|attachment|it|this|that)$/i.test(says) || named.length > 0;
	const element = found.kind === "one" ? found.match.element : isPlain && others.length === 0 ? only : undefined;
	if (element === undefined || scene.isTried(element)) return undefined;
	return {
		kind: "act",
		action: { name: "upload", id: element.id, file },
		thought: `I put ${quoted(file)} into ${calledOf(finder, element)}.`,
		expect: { kind: "value_is", id: element.id, value: file },
		target: element,
		then: "next",
	};
}

const stuck = (reason: string): Move => ({ kind: "stuck", reason, isImpossible: true });
