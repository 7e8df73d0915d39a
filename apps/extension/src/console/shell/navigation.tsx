import { Box, Button, Flex, HStack, Link, Text } from "@chakra-ui/react";
import type { ComponentType } from "react";
import { useEffect, useState } from "react";
import { BrandMark, GearIcon, ListIcon } from "../../kit/icons.tsx";
import type { AuthView } from "../../panel-state.ts";
import { pageGroups, pages, settingsPath } from "../pages.tsx";
import { pathOf } from "../place/place.ts";
import { consoleText } from "../words.ts";

type Props = {
	/** Path of the page that is shown. */
	readonly current: string;
	readonly title: string;
	readonly auth: AuthView;
};

type Entry = { readonly path: string; readonly title: string; readonly Icon: ComponentType };

const settings: Entry = { path: settingsPath, title: consoleText.pages.settings, Icon: GearIcon };

/** The pages by group. Where it is narrow a button opens them, and choosing one closes them again. */
export function Navigation({ current, title, auth }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	useEffect(() => setIsOpen(false), [current]);
	return (
		<Flex
			as="header"
			direction="column"
			gap={{ base: "3", md: "6" }}
			flex={{ md: "0 0 15rem" }}
			bg="bg.sunken"
			borderColor="line.soft"
			borderEndWidth={{ base: "0", md: "1px" }}
			borderBottomWidth={{ base: "1px", md: "0" }}
			px={{ base: "4", md: "3" }}
			py={{ base: "3", md: "6" }}
		>
			<HStack gap="2.5" px={{ md: "3" }}>
				<BrandMark />
				<Text fontWeight="semibold" fontSize="md" flex="1" minW="0" truncate>
					{consoleText.product}
					<Text as="span" hideFrom="md" fontWeight="normal" color="fg.quiet">
						{` · ${title}`}
					</Text>
				</Text>
				<Button hideFrom="md" size="sm" variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
					<ListIcon />
					{consoleText.menu}
				</Button>
			</HStack>
			<Box display={{ base: isOpen ? "block" : "none", md: "contents" }}>
				<Flex as="nav" aria-label={consoleText.navigation} direction="column" gap="4">
					{groupsFor(auth).map(({ group, entries }) => (
						<Box key={group}>
							<Text px="3" mb="1" fontSize="xs" fontWeight="semibold" color="fg.quiet">
								{consoleText.groups[group]}
							</Text>
							{entries.map((entry) => (
								<PageLink key={entry.path} {...entry} isCurrent={entry.path === current} />
							))}
						</Box>
					))}
				</Flex>
				<Text mt={{ base: "4", md: "auto" }} px="3" fontSize="xs" color="fg.quiet" overflowWrap="anywhere">
					{auth.kind === "signed_in" ? consoleText.signedInAs(auth.user.name, auth.tenantName) : consoleText.nobody}
				</Text>
			</Box>
		</Flex>
	);
}

function PageLink({ path, title, Icon, isCurrent }: Entry & { readonly isCurrent: boolean }) {
	return (
		<Link
			display="flex"
			alignItems="center"
			gap="2.5"
			href={`#${pathOf({ page: path })}`}
			aria-current={isCurrent ? "page" : undefined}
			px="3"
			py={{ base: "2", md: "1.5" }}
			borderRadius="md"
			textDecoration="none"
			color={isCurrent ? "brand.fg" : "fg.quiet"}
			bg={isCurrent ? "brand.subtle" : "transparent"}
			fontWeight={isCurrent ? "semibold" : "normal"}
			_hover={{ bg: isCurrent ? "brand.subtle" : "bg.hover", color: isCurrent ? "brand.fg" : "fg" }}
		>
			<Icon />
			{title}
		</Link>
	);
}

/** The groups with the pages that somebody may see; a group without one is left out. */
function groupsFor(auth: AuthView) {
	const roles: readonly string[] = auth.kind === "signed_in" ? auth.roles : [];
	const isOrganization = auth.kind === "signed_in" && auth.tenantKind === "organization";
	const shown = pages.filter(({ role, tenant }) => roles.includes(role) && (tenant === "any" || isOrganization));
	return pageGroups
		.map((group) => ({
			group,
			entries: [...shown.filter((page) => page.group === group), ...(group === "you" ? [settings] : [])] satisfies readonly Entry[],
		}))
		.filter(({ entries }) => entries.length > 0);
}
