import type { Mail } from "./policy.ts";

/** Sends a mail. @returns what went wrong: `refused` by the server for good, `no_server` where another attempt may do. @throws never */
export type SendMail = (mail: Mail & { readonly to: string }) => Promise<"refused" | "no_server" | undefined>;

const limitMs = 10_000;

/** Sends through an SMTP server. @param url `smtp://` or `smtps://` with name and password; `smtp://` turns to TLS where the server offers it */
export function createSendMail({ url, from }: { readonly url: string; readonly from: string }): SendMail {
	return async ({ to, subject, text, html }) => {
		// A process without mails spares it.
		const { createTransport } = await import("nodemailer");
		const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs };
		const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
		try {
			// An object is an address, whatever its text looks like. Programs that answer by themselves are told not to.
			const headers = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };
			await transport.sendMail({ from, to: { name: "", address: to }, subject, text, html, headers });
			return undefined;
		} catch (cause) {
			return isRefusal(cause) ? "refused" : "no_server";
		} finally {
			transport.close();
		}
	};
}

/** The server took neither this address nor this message, and says that it never will. */
function isRefusal(cause: unknown): boolean {
	if (!(cause instanceof Error)) return false;
	const { code, responseCode } = cause as Error & { readonly code?: unknown; readonly responseCode?: unknown };
	return (code === "EENVELOPE" || code === "EMESSAGE") && typeof responseCode === "number" && responseCode >= 500;
}
