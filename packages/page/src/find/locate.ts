import { fingerprint } from "../parse/fingerprint.ts";
import type { ElementView, PageView } from "../parse/view.ts";
import { flatParent } from "../read/flat-tree.ts";
import type { PageMemory } from "../read/memory.ts";
import type { Building, ControlNode, RegionNode } from "../read/page-node.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { controlsIn, nodeOf, treeOf, walkDocument } from "../read/walk.ts";
import { layOut } from "../write/layout.ts";
import { isMerePath } from "../write/parts/target.ts";
import { bodyOf } from "./current-lines.ts";

/** The target of an action, as the text described it when the action was decided. */
export type TargetClaim = { readonly id: number; readonly docEpoch: string; readonly fingerprint?: string };

/** A control as it is now, in the words of page text, so that the caller can compare it with its guard. `form.origin` is a host. */
export type TargetFacts = {
	readonly fingerprint: string;
	/** The fingerprint for a text that did not show where on its site the link leads. */
	readonly fingerprintWithoutTarget: string;
	readonly role: string;
	readonly name: string;
	readonly form?: {
		readonly origin: string;
		readonly path: string;
		readonly method: string;
		readonly submits: boolean;
		readonly sensitive: readonly string[];
	};
	/** True for a field whose value page text never shows. */
	readonly isSensitive: boolean;
};

/** The element to act on; `isRelocated` if its id was transferred from a removed element. */
export type Located = {
	readonly ok: true;
	readonly element: Element;
	readonly id: number;
	readonly isRelocated: boolean;
	readonly facts: TargetFacts;
};

/** The element to act on, or the reason to do nothing. */
export type LocateResult = Located | { readonly ok: false; readonly code: "STALE_ELEMENT" };

const stale: LocateResult = { ok: false, code: "STALE_ELEMENT" };

type Described = { readonly element: Element; readonly facts: TargetFacts };

/** Describes everything that a walk found. Ids are counted from 1, independent of the document's ids. */
function describeAll(memory: PageMemory, walk: Walk): readonly Described[] {
	const nodes = [...walk.frontNodes, ...walk.rest];
	const controls = controlsIn(nodes);
	const elements = controls.flatMap((node) => {
		const element = walk.reader.elements.get(node);
		return element === undefined ? [] : [{ node, element }];
	});
	for (const [index, { node }] of elements.entries()) (node as Building<ControlNode | RegionNode>).id = index + 1;
	const draft = layOut(treeOf(memory, walk, { children: nodes, shown: controls, controls }), { showsTargets: true });
	const { elements: views, forms, lines } = bodyOf(draft.lines);
	return elements.flatMap(({ node, element }, index) => {
		const view = views.get(index + 1);
		const isSecret = node.kind === "control" && isSecretField(walk, node);
		return view === undefined ? [] : [{ element, facts: factsOf(memory, view, { forms, lines, isSecret }) }];
	});
}

/** True for a field whose value page text hides, always or for its current value. */
function isSecretField({ reader }: Walk, node: ControlNode): boolean {
	return reader.sensitive.has(node) || node.states.includes("filled");
}

function factsOf(
	memory: PageMemory,
	view: ElementView,
	{ forms, lines, isSecret }: Pick<PageView, "forms" | "lines"> & { readonly isSecret: boolean },
): TargetFacts {
	const form = view.form === undefined ? undefined : forms[view.form];
	const { href = "/", ...withoutTarget } = view;
	const facts = {
		fingerprint: fingerprint(view, { forms, lines }),
		// A text always says that a link leaves its site.
		fingerprintWithoutTarget: fingerprint(isMerePath(href) ? withoutTarget : view, { forms, lines }),
		role: view.type,
		name: view.name,
		isSensitive: isSecret,
	};
	if (form === undefined) return facts;
	const origin = form.host ?? memory.dom.window.location.host;
	const submits = view.states.has("submit");
	return { ...facts, form: { origin, path: form.path ?? "", method: form.method, submits, sensitive: form.sensitive } };
}

function formAround(memory: PageMemory, element: Element): Element | undefined {
	for (let node: Node | null = element; node !== null; node = flatParent(memory.dom, node)) {
		if (memory.dom.nodeType(node) === 1 && memory.dom.localName(node as Element) === "form") return node as Element;
	}
	return undefined;
}

/**
 * Describes a control as it is now. Reads its form, or the control alone if it has none.
 *
 * @param target with its type in the newest reading
 * @returns undefined if it is no visible control of this type any more
 */
function describeTarget(
	memory: PageMemory,
	{ element, type }: { readonly element: Element; readonly type: string | undefined },
	options: ReadOptions,
): TargetFacts | undefined {
	const part = formAround(memory, element) ?? element;
	// An icon inside a clickable row has another type alone than in its row, so the whole page is read then.
	const isIt = ({ facts }: Described) => type === undefined || facts.role === type;
	const found = (scope: Element | undefined) =>
		describeAll(memory, walkDocument(memory, options, scope)).find((described) => described.element === element && isIt(described))?.facts;
	return found(part) ?? found(undefined);
}

/**
 * True for a field whose value page text would hide, even if no text had that field.
 * An invisible field is judged by its labels: pages draw boxes for a code and let users type into a hidden field.
 */
export function isSensitiveField(memory: PageMemory, field: Element, options: ReadOptions): boolean {
	const walk = walkDocument(memory, options, field);
	const node = nodeOf(walk, field);
	return node?.kind === "control" ? isSecretField(walk, node) : walk.reader.isSecret(field);
}

/**
 * True for a control that is called as in the newest text. One that a lookup numbered stands in no text.
 *
 * @throws never
 */
export function isCalledAsRead(
	{ lines }: PageMemory,
	{ id, facts }: { readonly id: number; readonly facts: Pick<TargetFacts, "role" | "name"> },
): boolean {
	const known = bodyOf(lines).elements.get(id);
	return known === undefined || (known.type === facts.role && known.name === facts.name);
}

function hasFingerprint(facts: TargetFacts, wanted: string): boolean {
	return facts.fingerprint === wanted || facts.fingerprintWithoutTarget === wanted;
}

/**
 * Finds the element that an action was decided on, without changing anything. When in doubt the action must not happen.
 *
 * Another epoch is another document. An element that is present and has the same type is the target. If it is gone, exactly one visible
 * element with the same fingerprint replaces it and gets its id. The caller compares the guard with `facts`.
 */
export function locate(memory: PageMemory, claim: TargetClaim, options: ReadOptions): LocateResult {
	const { ids, dom } = memory;
	if (claim.docEpoch !== ids.epoch) return stale;
	const element = ids.elementOf(claim.id);
	if (element !== undefined && dom.isConnected(element)) {
		const facts = describeTarget(memory, { element, type: ids.typeOf(claim.id) }, options);
		if (facts !== undefined) return { ok: true, element, id: claim.id, isRelocated: false, facts };
	}
	const { fingerprint: wanted } = claim;
	if (wanted === undefined) return stale;
	const walk = walkDocument(memory, options);
	const [same, another] = describeAll(memory, walk).filter(({ facts }) => hasFingerprint(facts, wanted));
	// The unread part of the page may hold another equal element.
	if (same === undefined || another !== undefined || walk.reader.isPartial) return stale;
	return {
		ok: true,
		element: same.element,
		id: ids.transfer(claim.id, same.element, dom.isConnected),
		isRelocated: true,
		facts: same.facts,
	};
}
