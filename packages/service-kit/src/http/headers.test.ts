import { expect, test } from "vitest";
import { unclearHeader } from "./headers.ts";

const fieldOf = (rawHeaders: readonly string[], httpVersion = "1.1") => {
	const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : []));
	return unclearHeader({ rawHeaders: [...rawHeaders], headers: Object.fromEntries(pairs), httpVersion })?.field;
};

test("a header that two readers could read in two ways is named", () => {
	const cases = [
		[["Host", "a"], undefined],
		[["Host", "a", "Expect", "100-Continue", "Idempotency-Key", "k1", "Content-Type", "application/json"], undefined],
		[["Host", "a", "X-Forwarded-For", "1", "X-Forwarded-For", "2"], undefined],
		[[], "Host"],
		[["Host", "a", "HOST", "b"], "Host"],
		[["Host", "a", "Expect", "dance"], "Expect"],
		[["Host", "a", "Expect", "100-continue, dance"], "Expect"],
		[["Host", "a", "Idempotency-Key", "k1", "idempotency-key", "k1"], "idempotency-key"],
		[["Host", "a", "Content-Type", "application/json", "Content-Type", "text/plain"], "content-type"],
		[["Host", "a", "Content-Encoding", "gzip", "Content-Encoding", "br"], "content-encoding"],
	] as const;
	for (const [headers, expected] of cases) expect(fieldOf(headers), headers.join(" ")).toBe(expected);
	expect(fieldOf([], "1.0")).toBeUndefined();
});
