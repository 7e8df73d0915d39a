import type { ModelChoice, ModelProvider, ModelView } from "@webhand/contracts/agent/model";

/** The form as typed; "" for an empty field. */
export type ModelForm = {
	readonly provider: ModelProvider;
	readonly name: string;
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly caPem: string;
	readonly contextTokens: string;
};

/** A field of the form besides the provider. */
export type ModelField = Exclude<keyof ModelForm, "provider">;

const all = ["name", "apiKey", "baseUrl", "caPem", "contextTokens"] as const;

/** The fields of each provider, in their order. `required` ones must be filled in, a key only where none is stored. */
export const fieldsOf: Readonly<
	Record<ModelProvider, { readonly shown: readonly ModelField[]; readonly required: readonly ModelField[] }>
> = {
	rules: { shown: [], required: [] },
	openai: { shown: all, required: ["name", "apiKey"] },
	anthropic: { shown: all, required: ["name", "apiKey"] },
	google: { shown: all, required: ["name", "apiKey"] },
	openrouter: { shown: all, required: ["name", "apiKey"] },
	groq: { shown: all, required: ["name", "apiKey"] },
	gigachat: { shown: all, required: ["name", "apiKey"] },
	ollama: { shown: ["baseUrl", "name", "apiKey", "caPem", "contextTokens"], required: ["baseUrl", "name"] },
	"openai-compatible": { shown: ["baseUrl", "name", "apiKey", "caPem", "contextTokens"], required: ["baseUrl", "name"] },
};

/** The form for a model as it stands; an installation's model starts an empty form. @throws never */
export function formOf(view: ModelView): ModelForm {
	const isOwn = view.source === "tenant";
	return {
		provider: view.provider,
		name: isOwn ? (view.name ?? "") : "",
		apiKey: "",
		baseUrl: isOwn ? (view.baseUrl ?? "") : "",
		caPem: "",
		contextTokens: isOwn && view.contextTokens !== undefined ? String(view.contextTokens) : "",
	};
}

/** The form after another provider is chosen: address, key and certificate belong to the one before. @throws never */
export function withProvider(form: ModelForm, provider: ModelProvider, stored: ModelForm): ModelForm {
	if (provider === form.provider) return form;
	const { baseUrl, caPem, apiKey } = provider === stored.provider ? stored : { baseUrl: "", caPem: "", apiKey: "" };
	return { ...form, provider, baseUrl, caPem, apiKey };
}

/** True where the server keeps the stored key: the same provider at the same address. @throws never */
export function isKeyKept(form: ModelForm, view: ModelView): boolean {
	return view.source === "tenant" && view.hasKey && view.provider === form.provider && (view.baseUrl ?? "") === form.baseUrl.trim();
}

/** The request of a form; the server judges it. @throws never */
export function choiceOf(form: ModelForm): ModelChoice {
	const { provider } = form;
	if (provider === "rules") return { provider, name: "rules" };
	const [name, apiKey, baseUrl, caPem, contextTokens] = all.map((field) => form[field].trim());
	return {
		provider,
		name: name ?? "",
		...(apiKey ? { apiKey } : {}),
		...(baseUrl ? { baseUrl } : {}),
		...(caPem ? { caPem } : {}),
		...(contextTokens ? { contextTokens: Number(contextTokens.replaceAll(/[ ,_]/g, "")) } : {}),
	};
}
