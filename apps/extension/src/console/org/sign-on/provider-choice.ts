import type { Provider } from "@webhand/contracts/auth/provider";
import { setProviderRoute } from "@webhand/contracts/auth/provider";
import type { BodyOf } from "@webhand/contracts/routes";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { contractProblem, problemOfFields } from "../../kit/form/contract-problem.ts";
import { consoleText } from "../../words.ts";
import { organizationText } from "../words.ts";

/** The provider as typed; `domains` has one on each line. */
export type ProviderForm = {
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** A public client, which has none. */
	readonly hasNoSecret: boolean;
	readonly domains: string;
};

/** The form for a provider as it stands. @throws never */
export function providerFormOf(provider: Provider | null): ProviderForm {
	const { issuer = "", clientId = "", domains = [], hasSecret = true } = provider ?? {};
	return { issuer, clientId, clientSecret: "", hasNoSecret: !hasSecret, domains: domains.join("\n") };
}

/** True where the server keeps the stored secret: the same issuer. @throws never */
export function isSecretKept(form: ProviderForm, provider: Provider | null): boolean {
	return provider?.hasSecret === true && provider.issuer === form.issuer.trim();
}

/** What cannot be sent, or would make a public client of one whose secret was forgotten; null for nothing. @throws never */
export function wrongIn(form: ProviderForm, provider: Provider | null): ServerProblem | null {
	const { wanted } = organizationText.provider;
	const refused = contractProblem(setProviderRoute.body, providerOf(form), wanted);
	if (form.hasNoSecret || form.clientSecret !== "" || isSecretKept(form, provider)) return refused;
	return problemOfFields({ ...refused?.fields, clientSecret: wanted.clientSecret });
}

/** The request of a form. @throws never */
export function providerOf({ issuer, clientId, clientSecret, hasNoSecret, domains }: ProviderForm): BodyOf<typeof setProviderRoute> {
	const listed = domains.split(/[\s,;]+/).filter((domain) => domain !== "");
	return {
		issuer: issuer.trim(),
		clientId: clientId.trim(),
		domains: listed,
		...(hasNoSecret ? { clientSecret: null } : clientSecret === "" ? {} : { clientSecret }),
	};
}

/** A refusal at the fields of the form: those of single domains stand at the list. @throws never */
export function atProviderFields(problem: ServerProblem): ServerProblem {
	const sentence = consoleText.problem.refusals[problem.code] ?? problem.message;
	if (problem.code === "PROVIDER_UNREACHABLE") return { ...problem, kind: "invalid", fields: { issuer: sentence } };
	if (problem.code === "DOMAIN_TAKEN") return { ...problem, kind: "invalid", fields: { domains: sentence } };
	const fields: Record<string, string> = {};
	for (const [field, message] of Object.entries(problem.fields)) fields[/^domains\./.test(field) ? "domains" : field] ??= message;
	return { ...problem, fields };
}
