import { expect, test } from "vitest";
import { newRequestId, readTraceparent, traceIdOf, writeTraceparent } from "./traceparent.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("a trace goes on where its header says", () => {
	expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId });
	expect(writeTraceparent({ traceId, spanId }, true)).toBe(`00-${traceId}-${spanId}-01`);
	expect(readTraceparent(writeTraceparent({ traceId, spanId }, false))).toEqual({ traceId, spanId });
});

test("a header of a later version is read as far as it is known", () => {
	expect(readTraceparent(`01-${traceId}-${spanId}-00-more`)).toEqual({ traceId, spanId });
});

test.for([
	["nothing", undefined],
	["two headers", [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
	["another text", "<script>"],
	["upper case", `00-${traceId.toUpperCase()}-${spanId}-01`],
	["a trace of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
	["a parent of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
	["the forbidden version", `ff-${traceId}-${spanId}-01`],
	["a long tail", `01-${traceId}-${spanId}-01-${"a".repeat(200)}`],
])("%s begins a trace of its own", ([, header]) => {
	expect(readTraceparent(header)).toBeUndefined();
});

test("a request id that a client or a service made is the id of its trace", () => {
	expect(traceIdOf(newRequestId())).toMatch(/^[\da-f]{32}$/);
	expect(traceIdOf(traceId)).toBe(traceId);
	for (const other of ["my-request-1", "0".repeat(32), traceId.toUpperCase(), `${traceId}0`]) expect(traceIdOf(other)).toBeUndefined();
});
