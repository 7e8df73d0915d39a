import { Button, HStack } from "@chakra-ui/react";
import { text } from "../words.ts";
import { AskCard } from "./ask-card.tsx";

type Props = {
	readonly title: string;
	readonly reason: string;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onDeny: () => void;
	/** Present while Chrome itself withholds the site. */
	readonly onChromeGrant?: (() => void) | undefined;
};

/** Asks for a site, or for trusted input on it: for this task, always, or no (spec 003, permission for each site). */
export function PermissionPrompt({ title, reason, isBusy, onGrant, onDeny, onChromeGrant }: Props) {
	const first = onChromeGrant === undefined ? text.ask.allowTask : text.ask.withheldAllow;
	return (
		<AskCard title={title} text={reason} about={title}>
			<HStack wrap="wrap" gap="1.5">
				<Button size="xs" colorPalette="brand" loading={isBusy} aria-label={first} onClick={onChromeGrant ?? (() => onGrant("task"))}>
					{first}
				</Button>
				{onChromeGrant === undefined ? (
					<Button size="xs" variant="outline" bg="bg.card" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
						{text.ask.allowAlways}
					</Button>
				) : null}
				<Button size="xs" variant="ghost" disabled={isBusy} onClick={onDeny}>
					{text.ask.allowNo}
				</Button>
			</HStack>
		</AskCard>
	);
}
