import { page, real, shadowOf } from "@webhand/page/act/dom/nodes";
import { setValue } from "@webhand/page/act/value";
import type { TypedSecrets } from "@webhand/page/execute/page-reader";
import { sensitiveKind } from "@webhand/page/read/sensitive";
import type { LoginReply, PageCommand } from "../messages.ts";
import type { FieldFacts } from "./fields.ts";
import { loginFieldsOf } from "./fields.ts";

type LoginCommand = Extract<PageCommand, { type: "page_login" }>;

/**
 * Finds, fills or reads the fields of a sign-in. The origin of this document and of all around it is compared once more, right before.
 *
 * @param typed gets each value that hides itself, and its field
 * @throws never
 */
export async function serveLogin({ origin, order }: LoginCommand, typed: TypedSecrets): Promise<LoginReply> {
	const problem = problemOf(origin);
	if (problem !== undefined) return { parts: [], problem };
	const inputs = shownInputs(page());
	const places = loginFieldsOf(factsOf(inputs));
	const parts = (["username", "password", "code"] as const).filter((part) => places[part] !== undefined);
	if (order.do === "find") return { parts };
	const at = (part: keyof typeof places) => inputs[places[part] ?? -1];
	if (order.do === "read") return { parts, typed: { username: at("username")?.value ?? "", password: at("password")?.value ?? "" } };
	const field = at(order.part);
	if (field === undefined) return { parts: [], problem: "The field is gone" };
	if (sendsElsewhere(field)) return { parts: [], problem: "The form sends to another site" };
	if (order.part !== "username") {
		typed.texts.add(order.value);
		typed.fields.add(field);
	}
	// The page's own listeners run while the value is typed, so they hear it, and nobody else does.
	const isFilled = await setValue(field, { text: order.value, submit: false }, doubts);
	return isFilled.success ? { parts: [order.part] } : { parts: [], problem: "The page did not take it" };
}

const doubts = { recheck: () => null, refusalAt: () => null, isKeyCatcher: false };

/** Frames of another site around this document could show it for something else. */
function problemOf(origin: string): string | undefined {
	if (globalThis.origin !== origin || location.origin !== origin) return "The page is of another site";
	return [...location.ancestorOrigins].some((around) => around !== origin) ? "A page of another site is around it" : undefined;
}

/** Where what is typed goes by the markup. A script of the site itself may send it anywhere, as it may for a person. */
function sendsElsewhere(field: HTMLInputElement): boolean {
	const { form } = field;
	if (form === null) return false;
	// The elements of a form leave out its image buttons, which send it as well.
	const root = field.getRootNode() as Document | ShadowRoot;
	const buttons = [...real(root).querySelectorAll<HTMLButtonElement | HTMLInputElement>("button, input")].filter(
		(one) => one.form === form,
	);
	const targets = [real(form).action, ...buttons.map(({ formAction }) => formAction)];
	return targets.some((target) => /^https?:/i.test(target) && URL.parse(target)?.origin !== location.origin);
}

/** Fields that a person sees and may type into, in document order, also in shadow trees. */
function shownInputs(root: Document | ShadowRoot): readonly HTMLInputElement[] {
	return [...root.querySelectorAll("*")].flatMap((element) => {
		if (element instanceof HTMLInputElement) return isShown(element) && !element.disabled && !element.readOnly ? [element] : [];
		const shadow = shadowOf(element);
		return shadow === null ? [] : shownInputs(shadow);
	});
}

function isShown(element: HTMLInputElement): boolean {
	const { width, height } = element.getBoundingClientRect();
	return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function factsOf(inputs: readonly HTMLInputElement[]): readonly FieldFacts[] {
	const forms = [...new Set(inputs.map(({ form }) => form))];
	return inputs.map((input) => {
		const { type, autocomplete, name, id, form, placeholder } = input;
		const label = [...(input.labels ?? [])].map((one) => one.textContent ?? "").join(" ");
		const said = `${label} ${input.getAttribute("aria-label") ?? ""} ${placeholder}`;
		const sensitive = sensitiveKind({ type, autocomplete, name, id, label: said.slice(0, 500) });
		return { type, autocomplete, said: `${name} ${id} ${said}`.slice(0, 700), sensitive, form: forms.indexOf(form) };
	});
}
