/** Registrable domains, in lower case, that many people or companies share and that therefore identify no company. */
const BLOCKED = {
  'free mail': words(`
    gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it live.com msn.com
    yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.com.br ymail.com
    rocketmail.com aol.com aim.com icloud.com me.com mac.com gmx.de gmx.net gmx.com gmx.at gmx.ch web.de t-online.de
    freenet.de mail.com mail.ru yandex.ru yandex.com bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com
    yeah.net foxmail.com hanmail.net daum.net proton.me protonmail.com tutanota.com
    tuta.com fastmail.com zohomail.com wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it
    tiscali.it alice.it terra.com.br bol.com.br btinternet.com comcast.net
    verizon.net sbcglobal.net att.net cox.net bellsouth.net charter.net bigpond.com optusnet.com.au
    rediffmail.com skynet.be ziggo.nl kpnmail.nl home.nl wp.pl o2.pl interia.pl onet.pl seznam.cz centrum.cz
    abv.bg ukr.net i.ua mailinator.com guerrillamail.com 10minutemail.com yopmail.com tempmail.com trashmail.com
  `),
  'social network': words(`
    facebook.com fb.com fb.me instagram.com twitter.com x.com t.co linkedin.com lnkd.in youtube.com youtu.be tiktok.com
    pinterest.com snapchat.com reddit.com vk.com ok.ru weibo.com wechat.com
    whatsapp.com wa.me telegram.me t.me discord.com discord.gg twitch.tv threads.net bsky.app xing.com
    about.me
  `),
  'link shortener': words(`
    bit.ly bitly.com tinyurl.com goo.gl ow.ly is.gd buff.ly rebrand.ly cutt.ly rb.gy shorturl.at tiny.cc t.ly lnk.bio
    linktr.ee beacons.ai bio.link campsite.bio taplink.cc hubs.ly trib.al dlvr.it adf.ly smarturl.it
  `),
  'shared host': words('business.site ueniweb.com godaddysites.com wixsite.com'),
  parked: words(`
    sedoparking.com sedo.com dan.com afternic.com hugedomains.com parkingcrew.net bodis.com above.com undeveloped.com
    uniregistry.com namebright.com buydomains.com domainmarket.com parklogic.com
  `),
} as const satisfies Record<string, readonly string[]>;

/** Domains that belong to one company but host pages about many others. */
const SHARED_PAGES = new Set(
  words(`
    google.com apple.com github.com gitlab.com medium.com substack.com wordpress.com blogspot.com tumblr.com notion.so
    notion.site telegram.org crunchbase.com angel.co wellfound.com producthunt.com behance.net dribbble.com quora.com
    flickr.com vimeo.com soundcloud.com meetup.com eventbrite.com patreon.com kickstarter.com indiegogo.com
    wikipedia.org amazon.com etsy.com ebay.com f6s.com ycombinator.com techstars.com weebly.com squarespace.com
    strikingly.com webflow.com uol.com.br naver.com sohu.com sina.com
  `),
);

export type BlockReason = keyof typeof BLOCKED;

const reasons = new Map<string, BlockReason>();
for (const reason of ['free mail', 'social network', 'link shortener', 'shared host', 'parked'] as const) {
  for (const domain of BLOCKED[reason]) reasons.set(domain, reason);
}

export const BLOCKED_DOMAINS: readonly string[] = [...reasons.keys()];

/** The reason why a registrable domain cannot identify a company; undefined if it can. */
export function blockReason(rootDomain: string): BlockReason | undefined {
  return reasons.get(rootDomain);
}

/**
 * True if the page is about someone other than the owner of its domain, such as a store listing or a project page.
 * The home page of such a domain is about its owner.
 */
export function isSharedPage(address: string, domain: { host: string; root: string }): boolean {
  if (!SHARED_PAGES.has(domain.root)) return false;
  const path = address
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/^[^/?#]*/, '')
    .replace(/^\/(?:index\.html?)?$/i, '');
  return path !== '' || domain.host !== domain.root;
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
