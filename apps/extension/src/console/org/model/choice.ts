import type { ModelChoice, ModelEffort, ModelProvider, ModelView } from "@webhand/contracts/agent/model";

/** The form as typed; "" for an empty field. */
export type ModelForm = {
	readonly provider: ModelProvider;
	readonly name: string;
	readonly apiKey: string;
	readonly baseUrl: string;
	readonly caPem: string;
	readonly contextTokens: string;
	readonly maxOutputTokens: string;
	/** A number, or `unset`. */
	readonly temperature: string;
	readonly effort: ModelEffort | "";
	readonly vision: boolean;
	readonly rulesFirst: boolean;
};

/** A text field of the form. */
export type ModelField = Exclude<keyof ModelForm, "provider" | "effort" | "vision" | "rulesFirst">;

const answering = ["contextTokens", "maxOutputTokens", "temperature"] as const;
const all = ["name", "apiKey", "baseUrl", "caPem", ...answering] as const;
const withAddress = { shown: ["baseUrl", "name", "apiKey", "caPem", ...answering], required: ["baseUrl", "name"] } as const;

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
	ollama: withAddress,
	"openai-compatible": withAddress,
};

/** The form for a model as it stands; an installation's model starts an empty form. @throws never */
export function formOf(view: ModelView): ModelForm {
	const own: Partial<ModelView> = view.source === "tenant" ? view : {};
	return {
		provider: view.provider,
		name: own.name ?? "",
		apiKey: "",
		baseUrl: own.baseUrl ?? "",
		caPem: "",
		contextTokens: String(own.contextTokens ?? ""),
		maxOutputTokens: String(own.maxOutputTokens ?? ""),
		temperature: String(own.temperature ?? ""),
		effort: own.effort ?? "",
		vision: own.vision ?? false,
		rulesFirst: own.rulesFirst ?? true,
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
	const { provider, effort, vision, rulesFirst } = form;
	if (provider === "rules") return { provider, name: "rules" };
	const [name, apiKey, baseUrl, caPem, contextTokens, maxOutputTokens, temperature] = all.map((field) => form[field].trim());
	return {
		provider,
		name: name ?? "",
		...(apiKey ? { apiKey } : {}),
		...(baseUrl ? { baseUrl } : {}),
		...(caPem ? { caPem } : {}),
		...(contextTokens ? { contextTokens: countOf(contextTokens) } : {}),
		...(maxOutputTokens ? { maxOutputTokens: countOf(maxOutputTokens) } : {}),
		...(temperature ? { temperature: temperature === "unset" ? temperature : Number(temperature.replace(",", ".")) } : {}),
		...(effort === "" ? {} : { effort }),
		...(vision ? { vision } : {}),
		...(rulesFirst ? {} : { rulesFirst }),
	};
}

const countOf = (text: string) => Number(text.replaceAll(/[ ,_]/g, ""));
