import type { FakeAnswer, FakeClock, FakeRequest } from './fake-server.ts';

type Grant = {
  refresh: string;
  access: string;
  accessUntil: number;
  isRevoked: boolean;
  /** True when the refresh token is too old. Its last access token still works. */
  isExpired?: boolean;
};
type Code = { redirectUri: string; scope: string; isUsed: boolean };

/** A refused token request, with the `error` of OAuth that the provider sends. */
export class OAuthRefusal extends Error {
  readonly error: string;

  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

/** Consents, codes and tokens of one client and one account. Each provider gives the answers its own form. */
export class FakeOAuth {
  client = { id: 'fake-client', secret: 'fake-client-secret' };
  accessLifeMs = 30 * 60 * 1000;
  /** True: a renewal gives a new refresh token, and ends the former one. */
  rotates = false;
  /** The `error` that the provider sends if the person cancels. */
  cancelError = 'access_denied';
  readonly #clock: FakeClock;
  readonly #codes = new Map<string, Code>();
  #grants: Grant[] = [];
  #made = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** The consent page. Its links work in a browser and for a program. */
  consentPage({ path, query }: FakeRequest, title: string): FakeAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.client.id || !URL.canParse(redirectUri)) {
      return { status: 400, html: '<h1>Unknown client</h1>' };
    }
    const decision = query.get('decision');
    if (decision !== null) return this.#decide(query, decision === 'allow');
    const link = (choice: string) => {
      const params = new URLSearchParams([...query, ['decision', choice]]);
      return `${path}?${params}`.replaceAll('&', '&amp;');
    };
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>
<p><a id="allow" href="${link('allow')}">Allow</a></p>
<p><a id="cancel" href="${link('cancel')}">Cancel</a></p></html>`,
    };
  }

  redeem(form: Record<string, string>): Grant & { scope: string } {
    this.#requireClient(form);
    const code = this.#codes.get(form.code ?? '');
    if (!code || code.isUsed || code.redirectUri !== form.redirect_uri) {
      throw new OAuthRefusal('invalid_grant');
    }
    code.isUsed = true;
    return { ...this.grant(), scope: code.scope };
  }

  renew(form: Record<string, string>): Grant {
    this.#requireClient(form);
    const former = this.#grants.find(({ refresh }) => refresh === form.refresh_token);
    if (!former || former.isRevoked || former.isExpired) throw new OAuthRefusal('invalid_grant');
    former.access = this.#word('access');
    former.accessUntil = this.#clock.now() + this.accessLifeMs;
    if (this.rotates) former.refresh = this.#word('refresh');
    return former;
  }

  /** Makes tokens, as after a consent. */
  grant(): Grant {
    const grant = {
      refresh: this.#word('refresh'),
      access: this.#word('access'),
      accessUntil: this.#clock.now() + this.accessLifeMs,
      isRevoked: false,
    };
    this.#grants.push(grant);
    return grant;
  }

  accepts(access: string): boolean {
    const grant = this.#grants.find((each) => each.access === access);
    return grant !== undefined && !grant.isRevoked && grant.accessUntil > this.#clock.now();
  }

  revoke(token: string): void {
    for (const grant of this.#grants) {
      if (grant.refresh === token || grant.access === token) grant.isRevoked = true;
    }
  }

  /** Ends all tokens, as if the customer had removed the app. */
  revokeAll(): void {
    for (const grant of this.#grants) grant.isRevoked = true;
  }

  expireAccess(): void {
    for (const grant of this.#grants) grant.accessUntil = 0;
  }

  expireRefresh(): void {
    for (const grant of this.#grants) grant.isExpired = true;
  }

  isRevoked(refresh: string): boolean {
    return this.#grants.find((each) => each.refresh === refresh)?.isRevoked ?? true;
  }

  #decide(query: URLSearchParams, isAllowed: boolean): FakeAnswer {
    const back = new URL(query.get('redirect_uri') ?? '');
    if (isAllowed) {
      const code = this.#word('code');
      this.#codes.set(code, {
        redirectUri: query.get('redirect_uri') ?? '',
        scope: query.get('scope') ?? '',
        isUsed: false,
      });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', this.cancelError);
      back.searchParams.set('error_description', 'The person has cancelled.');
    }
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    return { status: 302, headers: { location: back.href } };
  }

  #requireClient(form: Record<string, string>): void {
    const isClient = form.client_id === this.client.id && form.client_secret === this.client.secret;
    if (!isClient) throw new OAuthRefusal('invalid_client');
  }

  #word(kind: string): string {
    this.#made += 1;
    return `fake-${kind}-${this.#made}-${'x'.repeat(24)}`;
  }
}
