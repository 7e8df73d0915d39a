import type { Organization } from "@webhand/contracts/auth/orgs";
import type { addMcpServerRoute } from "@webhand/contracts/tools/mcp";
import type { z } from "zod";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { reworded } from "../../../kit/load/problem.ts";
import { tenantOf } from "../use-tenants.ts";
import { mcpText } from "./words.ts";

/** What is typed about a server; lists stand one a line. */
export type ServerForm = {
	readonly name: string;
	readonly tenant: string;
	readonly kind: "stdio" | "http";
	readonly program: string;
	readonly folder: string;
	readonly args: string;
	readonly env: string;
	readonly url: string;
	readonly headers: string;
	readonly allowPrivate: boolean;
};

export const emptyForm: ServerForm = {
	name: "",
	tenant: "",
	kind: "stdio",
	program: "",
	folder: "",
	args: "",
	env: "",
	url: "",
	headers: "",
	allowPrivate: false,
};

/** What is sent of a form, or the fields that cannot be read. */
export type ReadForm = { readonly body: z.input<typeof addMcpServerRoute.body> } | { readonly fields: Readonly<Record<string, string>> };

/** @throws never */
export function readForm(form: ServerForm, organizations: readonly Organization[]): ReadForm {
	const tenant = form.tenant.trim();
	const tenantId = tenant === "" ? null : (tenantOf(tenant, organizations) ?? undefined);
	const isProgram = form.kind === "stdio";
	const values = isProgram ? readPairs(form.env, "=") : readPairs(form.headers, ":");
	const problems = {
		...(tenantId === undefined && { tenantId: mcpText.noTenant }),
		...(typeof values === "number" && { [isProgram ? "reach.env" : "reach.headers"]: mcpText.badLine(values) }),
	};
	if (tenantId === undefined || typeof values === "number") return { fields: problems };
	const folder = form.folder.trim();
	const reach = isProgram
		? { transport: "stdio" as const, program: form.program.trim(), args: linesOf(form.args), env: values, ...(folder !== "" && { folder }) }
		: { transport: "http" as const, url: form.url.trim(), headers: values, allowPrivate: form.allowPrivate };
	return { body: { name: form.name.trim(), tenantId, reach } };
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** Names and values, or the number of the first line that holds none. */
function readPairs(text: string, sign: "=" | ":"): Record<string, string> | number {
	const pairs: Record<string, string> = {};
	for (const [index, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		const at = line.indexOf(sign);
		if (at < 1) return index + 1;
		pairs[line.slice(0, at).trim()] = sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1);
	}
	return pairs;
}

/** A refusal in plain words, at the field that is to blame where there is one. @throws never */
export function worded(problem: ServerProblem): ServerProblem {
	if (problem.code === "ALREADY_EXISTS") return { ...problem, kind: "invalid", fields: { name: mcpText.taken } };
	return reworded(problem, mcpText.refusals);
}
