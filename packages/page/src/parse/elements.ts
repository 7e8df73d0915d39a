import { maskUrl } from "../read/sensitive.ts";
import { attributeKeys, formMethods, isTarget, maxId, parseLimits, stateWords } from "../write/grammar.ts";
import { cleanInline, cut, normalize } from "../write/normalize.ts";
import type { Tag } from "./tag.ts";
import type { ElementView, FormView, TagFacts } from "./view.ts";

/** An element under construction. */
export type OpenElement = { -readonly [K in keyof ElementView]: ElementView[K] };

/** The line of a tag, and what the enclosing lines pass on. */
export type Place = { readonly line: number; readonly form: number | undefined; readonly epoch: string };

const states: ReadonlySet<string> = new Set(stateWords);
const keys: ReadonlySet<string> = new Set(attributeKeys);

/** Accepts valid ids and words of tags, and notes the others. */
export class Elements {
	readonly byId = new Map<number, OpenElement>();
	readonly problems = new Set<string>();
	truncated = false;

	note(problem: string): void {
		if (this.problems.size < parseLimits.problems) this.problems.add(problem);
	}

	nameOf(tag: Tag): string {
		if (tag.name === "") return "";
		const name = normalize(tag.name);
		if (name.length > parseLimits.name) this.truncated = true;
		return cut(name, parseLimits.name);
	}

	/** Undefined for an invalid id, which makes the tag text. */
	open(tag: Tag, place: Place): OpenElement | undefined {
		const { id } = tag;
		if (id === undefined || !(id >= 1 && id <= maxId)) {
			this.note(`<${tag.type}> has no valid id`);
			return undefined;
		}
		if (this.byId.has(id)) {
			this.note(`id ${id} stands twice`);
			return undefined;
		}
		if (this.byId.size >= parseLimits.controls) {
			this.truncated = true;
			return undefined;
		}
		const { states: words, attributes, href } = this.factsOf(tag);
		const element: OpenElement = {
			id,
			type: tag.type,
			name: this.nameOf(tag),
			content: "",
			parts: [],
			states: words,
			attributes,
			isNew: tag.isNew,
			line: place.line,
			epoch: place.epoch,
		};
		if (href !== undefined) element.href = href;
		if (place.form !== undefined) element.form = place.form;
		this.byId.set(id, element);
		return element;
	}

	/** The words of a tag. */
	factsOf(tag: Tag): TagFacts {
		const found = { states: new Set<string>(), attributes: new Map<string, string>(), targets: [] as string[] };
		for (const [word, value] of tag.words) {
			if (value !== undefined && keys.has(word)) {
				if (value.length > parseLimits.value) this.truncated = true;
				if (!found.attributes.has(word)) found.attributes.set(word, cut(normalize(value), parseLimits.value));
			} else if (value === undefined && states.has(word)) {
				found.states.add(word);
			} else if (value === undefined && isTarget(word)) {
				found.targets.push(targetOf(word));
			} else if (tag.type !== "form") {
				this.note(`unknown word ${word.slice(0, 40)}`);
			}
		}
		const [href] = found.targets;
		return { states: found.states, attributes: found.attributes, ...(href === undefined ? {} : { href }) };
	}
}

/** Our own client writes no query, but a query of another client may hold a secret. */
function targetOf(word: string): string {
	const target = cleanInline(word);
	return target.includes("=") || target.includes("@") ? maskUrl(target) : target;
}

/** The facts of a form tag. */
export function readForm(tag: Tag, name: string, line: number): FormView {
	const bare = tag.words.filter(([, value]) => value === undefined).map(([word]) => word);
	const target = targetOf(bare.find(isTarget) ?? "");
	const slash = target.indexOf("/");
	const host = slash === -1 ? target : target.slice(0, slash);
	const path = slash === -1 ? "" : target.slice(slash);
	const sensitive = tag.words.find(([word]) => word === "sensitive")?.[1] ?? "";
	return {
		name,
		method: bare.find((word) => formMethods.has(word)) ?? "get",
		...(host === "" ? {} : { host }),
		...(path === "" ? {} : { path }),
		sensitive: sensitive.split(",").filter((word) => /^[a-z]+$/.test(word)),
		line,
	};
}
