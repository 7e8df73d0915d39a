import { Badge, Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { SignInView } from "@webhand/contracts/auth/account";
import { useState } from "react";
import { AlertDialog } from "../../../../kit/dialogs/alert-dialog.tsx";
import { formatTime } from "../../../../kit/words/format.ts";
import { deviceOf } from "./device.ts";
import { securityText } from "./words.ts";

type Props = {
	readonly signIns: readonly SignInView[];
	/** The sign-in that is being ended, "others" for all but this one. */
	readonly ending: string;
	readonly onEnd: (id: SignInView["id"]) => void;
	readonly onEndOthers: () => void;
};

/** Where the user is signed in, with a way to end each. */
export function SignInList({ signIns, ending, onEnd, onEndOthers }: Props) {
	const [isAsked, setIsAsked] = useState(false);
	const hasOthers = signIns.some(({ current }) => !current);
	return (
		<Stack gap="0">
			{signIns.map((signIn) => (
				<HStack
					key={signIn.id}
					justify="space-between"
					wrap="wrap"
					gap="2"
					py="2.5"
					borderBottomWidth="1px"
					borderColor="line.soft"
					_last={{ borderBottomWidth: 0 }}
				>
					<Box minW="0">
						<HStack gap="2" wrap="wrap">
							<Text fontWeight="medium">{deviceName(signIn)}</Text>
							{signIn.current ? <Badge colorPalette="brand">{securityText.thisDevice}</Badge> : null}
						</HStack>
						<Text textStyle="small" color="fg.quiet" overflowWrap="anywhere">
							{[
								signIn.tenantName,
								signIn.ip,
								securityText.lastSeen(formatTime(signIn.lastSeenAt)),
								securityText.through[signIn.method],
							].join(" · ")}
						</Text>
					</Box>
					{signIn.current ? null : (
						<Button
							size="xs"
							variant="outline"
							loading={ending === signIn.id}
							aria-label={securityText.endLabel(deviceName(signIn), formatTime(signIn.lastSeenAt))}
							onClick={() => onEnd(signIn.id)}
						>
							{securityText.end}
						</Button>
					)}
				</HStack>
			))}
			{hasOthers ? (
				<Button
					mt="2"
					size="xs"
					variant="outline"
					alignSelf="flex-start"
					loading={ending === "others"}
					aria-label={securityText.endOthers}
					onClick={() => setIsAsked(true)}
				>
					{securityText.endOthers}
				</Button>
			) : (
				<Text color="fg.quiet">{securityText.onlyThis}</Text>
			)}
			<AlertDialog
				isOpen={isAsked}
				title={securityText.endOthersTitle}
				decline={{ label: securityText.cancel, onChoose: () => setIsAsked(false) }}
				confirm={{
					label: securityText.endOthers,
					palette: "red",
					onChoose: () => {
						setIsAsked(false);
						onEndOthers();
					},
				}}
			>
				<Text>{securityText.endOthersText}</Text>
			</AlertDialog>
		</Stack>
	);
}

function deviceName({ userAgent }: SignInView): string {
	const device = deviceOf(userAgent);
	return device === null ? securityText.unknownDevice : securityText.device(device.browser, device.system);
}
