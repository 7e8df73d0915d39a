import type { IncomingMessage } from "node:http";
import type { FieldProblem } from "@webhand/contracts/errors";
import type { FastifyInstance } from "fastify";
import { invalid } from "./replies.ts";

/**
 * Finds a header that two readers could read in two ways. Node joins a second header of a name, drops it or answers by itself, so which
 * of the two counts would depend on the reader. The guard refuses a second `Authorization`.
 *
 * @returns `undefined` when there is none
 * @throws never
 */
export function unclearHeader(request: Pick<IncomingMessage, "headers" | "rawHeaders" | "httpVersion">): FieldProblem | undefined {
	const { headers, rawHeaders, httpVersion } = request;
	const isTwice = (wanted: string) => rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length > 1;
	if ((headers.host === undefined && httpVersion === "1.1") || isTwice("host")) return { field: "Host", message: "must be sent once" };
	if (headers.expect !== undefined && !/^\s*100-continue\s*$/i.test(headers.expect))
		return { field: "Expect", message: "must be 100-continue" };
	const repeated = ["idempotency-key", "content-type", "content-encoding"].find(isTwice);
	return repeated === undefined ? undefined : { field: repeated, message: "must be sent once" };
}

/** Refuses what `unclearHeader` finds with 400. */
export function refuseUnclearHeaders(app: FastifyInstance): void {
	// Without a listener Node answers an unknown expectation by itself, with no body.
	app.server.on("checkExpectation", (request, response) => app.routing(request, response));
	app.addHook("onRequest", async ({ raw }) => {
		const problem = unclearHeader(raw);
		if (problem !== undefined) throw invalid(`The header ${problem.field} ${problem.message}`, [problem]);
	});
}
