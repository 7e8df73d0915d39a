import type { Tool } from "@webhand/contracts/tools/define-tool";
import { AppError } from "@webhand/service-kit/errors";
import type { HostDeps, Request } from "../client.ts";
import { wholeArguments } from "../client.ts";

/** The arguments of an own tool as the runner gets them. @throws AppError TOOL_ARGUMENTS_INVALID naming the field */
export async function readArguments(
	deps: Pick<HostDeps, "authorOf">,
	tool: Tool,
	{ given, request }: { readonly given: unknown; readonly request: Request },
): Promise<Readonly<Record<string, unknown>>> {
	const read = tool.forModels.safeParse(given);
	if (!read.success) {
		const [issue] = read.error.issues;
		const field = [...(issue?.path ?? []), ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [])].join(".");
		const message = issue?.code === "unrecognized_keys" ? "is not a known field" : (issue?.message ?? "is wrong");
		throw new AppError("TOOL_ARGUMENTS_INVALID", `${field === "" ? "The arguments" : field}: ${message}`, { details: { field, message } });
	}
	return await wholeArguments(deps, request, { tool, given: read.data });
}
