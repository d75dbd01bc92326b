package search

import "sync"

// topics are words under which code has what people ask for by another word: a word, then parts,
// standards and products of its topic, in common use. They are not other spellings, so they weigh
// less than abbreviations, and only the first word of a line finds the others.
const topics = `
authentication login signin oauth jwt sso oidc ldap credential session
factor totp 2fa mfa otp webauthn tfa
registration signup
reset forgot recover
hash bcrypt argon2 salt digest
encryption crypto cipher decrypt
permission authorization role acl policy
authorization permission role acl policy
access permission

database db sql postgres mysql sqlite storage
storage s3 bucket blob
cache redis memcached
pagination page pager paginate paging
import importer
export download
upload multipart attachment

queue kafka amqp rabbitmq sqs
background worker scheduler cron
job worker task cron scheduler
rate throttle ratelimit
limiting throttle limiter
websocket socket
email mail smtp
notification notify notifier
payment billing invoice checkout stripe paypal

error exception failure
configuration setting option
internationalization i18n locale translation
localization l10n i18n locale translation
`

// kinWeight is the weight of a word of the same topic, relative to a word itself.
const kinWeight = 0.5

// kin returns the terms of the topic that a stem names. None weighs more than the share of the word
// itself, if the index has it.
func (x *Index) kin(stem string) (ways []way) {
	i, known := x.find(stem)
	for _, other := range kinds()[stem] {
		k, ok := x.find(other)
		if !ok {
			continue
		}
		weight := x.rarity(x.frequency(k))
		if known {
			weight = min(weight, x.rarity(x.frequency(i)))
		}
		ways = append(ways, way{k, kinWeight * weight})
	}
	return ways
}

// kinds maps the stem of a word to those of the words of its topic.
var kinds = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for word, others := range rows(topics) {
		all[word] = append(all[word], others...)
	}
	return all
})
