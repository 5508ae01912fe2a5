// Takes a payment of each amount; it prints each step with the amount that came back.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	manilla "shop.example/manilla/client"
)

func env(name string) string { return os.Getenv("MANILLA_" + name) }

// A smaller type would not be passed as an int64.
func came(step string, amount int64) { fmt.Println(step, amount) }

// Returns the reply of a request, or ends the program.
func sent[Reply any](reply *Reply, _ *http.Response, err error) *Reply {
	if failed, ok := err.(*manilla.GenericOpenAPIError); ok {
		log.Fatalf("%s: %s", failed.Error(), failed.Body())
	} else if err != nil {
		log.Fatal(err)
	}
	return reply
}

func main() {
	settings := manilla.NewConfiguration()
	settings.Servers = manilla.ServerConfigurations{{URL: env("URL")}}
	client := manilla.NewAPIClient(settings)
	ctx := context.Background()
	login := manilla.NewAuthenticateRequest(env("CLIENT_ID"), env("CLIENT_SECRET"))
	entered := sent(client.AuthenticationAPI.Authenticate(ctx).AuthenticateRequest(*login).Execute())
	ctx = context.WithValue(ctx, manilla.ContextAccessToken, entered.Data.AccessToken)
	for _, text := range strings.Fields(env("AMOUNTS")) {
		amount, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			log.Fatal(err)
		}
		take(ctx, client, amount)
	}
}

func take(ctx context.Context, client *manilla.APIClient, amount int64) {
	checkouts, reference := client.CheckoutAPI, fmt.Sprintf("%s-%d", env("REFERENCE"), amount)
	order := manilla.NewInitiateRequest("ada@example.ng", "08031234567", "Ada", "Obi", amount, reference)
	order.Channels = []manilla.PaymentChannel{manilla.PAYMENTCHANNEL_BANK}
	initiated := sent(checkouts.InitiateCheckout(ctx).InitiateRequest(*order).Execute())
	came("initiate", initiated.Data.Amount)

	wanted := manilla.NewCreateAccountRequest(reference, env("PREFIX"), 30, amount)
	account := sent(checkouts.CreateCheckoutAccount(ctx).CreateAccountRequest(*wanted).Execute()).Data
	came("create-account", account.Amount)

	transfer := manilla.NewSandboxCreditRequest(account.AccountNumber, amount)
	credit := sent(client.SandboxAPI.SendInwardCredit(ctx).SandboxCreditRequest(*transfer).Execute())
	came("inward-credit", credit.Data.Amount)

	checkout := sent(checkouts.QueryCheckout(ctx, reference).Execute()).Data
	came("query", checkout.Amount)

	confirmation := manilla.NewCompleteRequest(
		manilla.PAYMENTCHANNEL_BANK, account.AccountNumber, amount, reference, *checkout.AccessCode.Get())
	paid := sent(checkouts.CompleteCheckout(ctx).Prefer("wait=20").CompleteRequest(*confirmation).Execute()).Data
	came("complete-checkout "+string(paid.Status), paid.AmountPaid)
}
