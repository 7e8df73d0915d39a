import { randomUUID } from "node:crypto";
import type { Base } from "@webhand/service-kit/base";
import type { TellRun } from "../../shared/run-news.ts";
import type { MailingDeps } from "./sending.ts";
import { createMailRun, startMailing } from "./sending.ts";
import { createMailStore } from "./store.ts";
import { createSendMail } from "./upstream.ts";

type Given = {
	readonly config: {
		readonly SMTP_URL?: string | undefined;
		readonly MAIL_FROM?: string | undefined;
		readonly MAILS_PER_HOUR: number;
		readonly EXTENSION_IDS: readonly string[];
	};
	readonly base: Pick<Base, "mongo" | "log" | "metrics">;
	readonly now: () => Date;
};

/** Opens mails to people; null where no mail server is named. `start` sends what is due until it is stopped. */
export function openMail({ config, base, now }: Given) {
	const { SMTP_URL: url, MAIL_FROM: from, MAILS_PER_HOUR: perHour, EXTENSION_IDS: extensions } = config;
	if (url === undefined || from === undefined) return null;
	const { mongo, log, metrics } = base;
	const mails = createMailStore(mongo);
	const [extension] = extensions;
	const address = extension === undefined ? undefined : `chrome-extension://${extension}/options.html#/waiting`;
	const tell: TellRun = createMailRun({ mails, newId: randomUUID, now });
	return {
		tell,
		start: (given: Pick<MailingDeps, "mailAddressOf" | "taskOf" | "inTurn">) =>
			startMailing({ ...given, mails, send: createSendMail({ url, from }), perHour, console: address, log, metrics, now }),
	};
}
