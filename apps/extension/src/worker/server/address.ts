import { ApiError } from "@webhand/client/api-error";
import type { ServerTest } from "../../messages.ts";
import { parseServerUrl } from "../../server-url.ts";
import { MessageError } from "../panel/message-error.ts";

/** The origin of a typed address. @throws {MessageError} BAD_SERVER with `details.server` */
export function originOf(text: string): string {
	const server = parseServerUrl(text);
	if (!server.ok) throw badServer({ kind: server.reason });
	return server.origin;
}

/** Passes a refusal of Webhand on; anything else is a fault of the address. @throws {MessageError} BAD_SERVER; {ApiError} */
export async function withServerFault<T>(asked: Promise<T>): Promise<T> {
	try {
		return await asked;
	} catch (error) {
		const fault = serverFaultOf(error);
		throw fault === null ? error : badServer(fault);
	}
}

/** What an error says of the server itself; null when Webhand answered. */
export function serverFaultOf(error: unknown): ServerTest | null {
	if (!(error instanceof ApiError)) return { kind: "unreachable", reason: "late" };
	if (error.status === 0) return { kind: "unreachable", reason: "silent" };
	return error.code === "BAD_REPLY" ? { kind: "not_webhand", status: error.status } : null;
}

function badServer(server: ServerTest): MessageError {
	return new MessageError("BAD_SERVER", `This server cannot be used: ${server.kind}`, { server });
}
